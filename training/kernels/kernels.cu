// What Python calls. Compiled by nvcc for a GPU and by g++ for the CPU; every
// function returns 0 or a CUDA error, and takes the stream last.
#include <cmath>
#include "distance.h"
#include "launch.h"
#include "moves.h"
#include "pooling.h"
#include "scoring.h"

#define API extern "C" int

API features_f32(int w, int h, int n, const Position* p, float* out, Stream stream) {
  return each_group((n + RUN - 1) / RUN, Features<float>{make_board(w, h), p, n, 1.0f, out}, stream);
}

// 16-bit numbers: `one` is the bit pattern of 1 in the format wanted.
API features_16(int w, int h, int n, const Position* p, int one, uint16_t* out, Stream stream) {
  return each_group((n + RUN - 1) / RUN, Features<uint16_t>{make_board(w, h), p, n, uint16_t(one), out}, stream);
}

API candidates(int w, int h, int n, const Position* p, const float* planes, const float* scale, const float* noise,
               uint64_t seed, int k, int* moves, float* logits, float* scores, float* threshold, int* total,
               Stream stream) {
  return each_group(n, Candidates{make_board(w, h), p, planes, scale, noise, seed, k, moves, logits, scores, threshold, total}, stream);
}

API best_t1(int w, int h, int n, const Position* p, uint64_t seed, int* moves, Stream stream) {
  return each_group(n, BestT1{make_board(w, h), p, seed, moves}, stream);
}

API policy_loss(int w, int h, int n, const Position* p, const float* planes, const int* moves, const float* targets,
                int k, float* loss, float* gradient, Stream stream) {
  return each_group(n, PolicyLoss{make_board(w, h), p, planes, moves, targets, k, loss, gradient}, stream);
}

struct Children {
  const Position* positions;
  const int* moves;
  int k;
  Position* out;
  // A missing move (-1) leaves the position as it is: its value is not used.
  HD void operator()(int i) const {
    Position p = positions[i / k];
    out[i] = moves[i] < 0 ? p : after(p, moves[i]);
  }
};

API children(int n, const Position* p, const int* moves, int k, Position* out, Stream stream) {
  return each(n * k, Children{p, moves, k, out}, stream);
}

struct Winners {
  Board b;
  const Position* positions;
  int* winner;
  HD void operator()(int i) const { winner[i] = judge(b, positions[i]).winner; }
};

API winners(int w, int h, int n, const Position* p, int* winner, Stream stream) {
  return each(n, Winners{make_board(w, h), p, winner}, stream);
}

struct Judge {
  Board b;
  const Position* positions;
  int *winner, *separate, *own_moves, *enemy_moves;
  Set* squares;  // two sets a position: own, enemy
  HD void operator()(int i) const {
    Verdict v = judge(b, positions[i]);
    winner[i] = v.winner;
    separate[i] = v.separate;
    own_moves[i] = v.own_moves;
    enemy_moves[i] = v.enemy_moves;
    squares[2 * i] = v.own_squares;
    squares[2 * i + 1] = v.enemy_squares;
  }
};

API verdicts(int w, int h, int n, const Position* p, int* winner, int* separate, int* own_moves, int* enemy_moves,
             Set* squares, Stream stream) {
  return each(n, Judge{make_board(w, h), p, winner, separate, own_moves, enemy_moves, squares}, stream);
}

// Symmetry c of 8: bit 0 mirrors files, bit 1 ranks, bit 2 swaps the two (square boards).
HD int turned(const Board& b, int square, int c) {
  int f = square % b.width, r = square / b.width;
  if (c & 1) f = b.width - 1 - f;
  if (c & 2) r = b.height - 1 - r;
  return c & 4 ? f * b.width + r : r * b.width + f;
}

HD Set turned_set(const Board& b, Set x, int c) {
  Set out = 0;
  for (; x; x &= x - 1) out |= bit(turned(b, first(x), c));
  return out;
}

struct Turn {
  Board b;
  int k;
  const int* code;
  Position* positions;
  int* moves;
  Set* squares;
  HD void operator()(int i) const {
    int c = code[i];
    Position& p = positions[i];
    p = Position{turned_set(b, p.own, c), turned_set(b, p.enemy, c), turned_set(b, p.empty, c)};
    for (int j = 0; j < 2; j++) squares[2 * i + j] = turned_set(b, squares[2 * i + j], c);
    for (int j = 0; j < k; j++) {
      int& m = moves[i * k + j];
      if (m >= 0) m = pack(turned(b, m & 255, c), turned(b, m >> 8 & 255, c), turned(b, m >> 16 & 255, c));
    }
  }
};

API turn(int w, int h, int n, int k, const int* code, Position* p, int* moves, Set* squares, Stream stream) {
  return each(n, Turn{make_board(w, h), k, code, p, moves, squares}, stream);
}

struct Ownership {
  int area;
  const Set* squares;
  float* out;  // 1 own, 0 the enemy's, 0.5 nobody's
  HD void operator()(int i) const {
    int at = i % area;
    const Set* s = squares + i / area * 2;
    out[i] = 0.5f + 0.5f * (float(int(s[0] >> at & 1)) - float(int(s[1] >> at & 1)));
  }
};

API ownership(int area, int n, const Set* squares, float* out, Stream stream) {
  return each(n * area, Ownership{area, squares, out}, stream);
}

API pool(int n, int area, int channels, const uint16_t* x, uint16_t* out, uint8_t* where, Stream stream) {
  return each(n * channels / 2, Pool{area, channels / 2, (const Pair*)x, (Pair*)out, where}, stream);
}

API pool_slope(int n, int area, int channels, const uint16_t* slope, const uint8_t* where, uint16_t* out, Stream stream) {
  return each(n * channels / 2, PoolSlope{area, channels / 2, (const Pair*)slope, where, (Pair*)out}, stream);
}

API add_bias(int n, int area, int channels, const uint16_t* x, const uint16_t* bias, uint16_t* out, Stream stream) {
  return each(n * channels / 2, AddBias{area, channels / 2, (const Pair*)x, (const Pair*)bias, (Pair*)out}, stream);
}

API sum_squares(int n, int area, int channels, const uint16_t* x, uint16_t* out, Stream stream) {
  return each(n * channels / 2, SumSquares{area, channels / 2, (const Pair*)x, (Pair*)out}, stream);
}
