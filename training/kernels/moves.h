// All moves of a position at once, and what the policy planes say about them.
//
// The network gives 160 numbers a square: 80 for steps of an amazon (8 directions
// by 10 distances), read where the amazon leaves, and 80 for arrows, read where it
// arrives. The logit of a move is the sum of its two numbers.
#pragma once
#include "distance.h"
#include "launch.h"

const int REACH = 10;           // longest slide on a board of 11 files
const int ARROWS = 8 * REACH;   // first of the arrow planes
const int OUTPUTS = 2 * ARROWS;
// Four amazons have at most 4 * 40 steps, each with at most 40 arrows.
const int MAX_STEPS = 512;
const int MAX_MOVES = 8192;
const float NEVER = -1e30f;

HD int plane(int direction, int distance) { return direction * REACH + distance - 1; }

// A move with where its two numbers are within a position's planes.
struct Place {
  int step, arrow;
};

HD int sign(int x) { return (x > 0) - (x < 0); }

HD int plane_between(const Board& b, int from, int to) {
  int df = to % b.width - from % b.width, dr = to / b.width - from / b.width;
  int distance = df > dr ? (df > -dr ? df : -dr) : (dr > -df ? dr : -df);
  for (int d = 0; d < 8; d++)
    if (file_step(d) == sign(df) && rank_step(d) == sign(dr)) return plane(d, distance);
  return 0;
}

HD Place place(const Board& b, int move) {
  int from = move & 255, to = move >> 8 & 255, arrow = move >> 16 & 255;
  return Place{from * OUTPUTS + plane_between(b, from, to), to * OUTPUTS + ARROWS + plane_between(b, to, arrow)};
}

struct Steps {
  int n;
  int from_to[MAX_STEPS];  // from, to, plane: 8 bits each
};

// Lists the steps of all own amazons, in no order.
GROUP_FN void list_steps(Threads g, const Board& b, const Position& p, Steps& steps) {
  if (g.rank() == 0) steps.n = 0;
  g.sync();
  int rays = 8 * count(p.own);
  for (int r = g.rank(); r < rays; r += g.size()) {
    Set rest = p.own;
    for (int k = 0; k < r / 8; k++) rest &= rest - 1;
    int from = first(rest), d = r % 8;
    ray(b, from, d, p.empty, [&](int to, int distance) {
      int at = g.add(&steps.n, 1);
      if (at < MAX_STEPS) steps.from_to[at] = from | to << 8 | plane(d, distance) << 16;
    });
  }
  g.sync();
  if (g.rank() == 0 && steps.n > MAX_STEPS) steps.n = MAX_STEPS;
  g.sync();
}

// Calls visit(step, arrow square, arrow plane) for the arrows after a step.
template <class Visit>
HD void arrows(const Board& b, const Position& p, int step, Visit visit) {
  Set free = p.empty | bit(step & 255);
  for (int d = 0; d < 8; d++)
    ray(b, step >> 8 & 255, d, free, [&](int s, int distance) { visit(s, plane(d, distance)); });
}

// Random numbers from a counter: the same on every machine and in every order.
HD uint32_t scramble(uint64_t seed, uint32_t item, uint32_t counter) {
  uint64_t x = seed + item * 0x9E3779B97F4A7C15ull + counter * 0xD1B54A32D192ED03ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return uint32_t((x ^ (x >> 31)) >> 32);
}

HD float gumbel(uint32_t random) {
  float u = (float(random >> 8) + 0.5f) * (1.0f / 16777216.0f);
  return -logf(-logf(u));
}

struct MoveScratch {
  Steps steps;
  int n;
  float score[MAX_MOVES];
  int move[MAX_MOVES];
  float values[GROUP];
  int indices[GROUP];
};

// Takes the best `k` of the listed moves in order, and one score more. The lists
// are in no order, so ties go to the smaller move: the answer does not depend on it.
template <class Take>
GROUP_FN void take_best(Threads g, MoveScratch& s, int k, Take take) {
  float best = NEVER;
  int at = -1;
  auto look = [&]() {
    best = NEVER;
    at = -1;
    for (int m = g.rank(); m < s.n; m += g.size())
      if (s.score[m] > best || (s.score[m] == best && at >= 0 && s.move[m] < s.move[at])) best = s.score[m], at = m;
  };
  look();
  for (int rank = 0; rank <= k; rank++) {
    float value = best;
    int move = at >= 0 ? s.move[at] : 0x7fffffff;
    group_best(g, value, move, s.values, s.indices);
    bool found = value > NEVER;
    if (g.rank() == 0) take(rank, found ? move : -1, value);
    if (found && at >= 0 && s.move[at] == move) {
      s.score[at] = NEVER;
      look();
    }
  }
}

// Draws k moves by logit * scale + Gumbel noise, best first (-1 where there are
// fewer), with their logits and noisy scores; `threshold` is the score of the next.
struct Candidates {
  typedef MoveScratch Scratch;
  Board b;
  const Position* positions;
  const float* planes;
  const float* scale;   // one per position
  const float* noise;   // factor of the noise, one per position
  uint64_t seed;
  int k;
  int* moves;
  float *logits, *scores, *threshold;
  int* total;

  GROUP_FN void operator()(Threads g, int i, Scratch& s) const {
    Position p = positions[i];
    const float* own = planes + size_t(i) * b.width * b.height * OUTPUTS;
    if (g.rank() == 0) s.n = 0;
    list_steps(g, b, p, s.steps);
    for (int t = g.rank(); t < s.steps.n; t += g.size()) {
      int step = s.steps.from_to[t], from = step & 255, to = step >> 8 & 255;
      float base = own[from * OUTPUTS + (step >> 16)];
      arrows(b, p, step, [&](int square, int arrow_plane) {
        int at = g.add(&s.n, 1);
        if (at >= MAX_MOVES) return;
        int move = pack(from, to, square);
        float logit = base + own[to * OUTPUTS + ARROWS + arrow_plane];
        s.move[at] = move;
        s.score[at] = scale[i] * logit + noise[i] * gumbel(scramble(seed, i, move));
      });
    }
    g.sync();
    if (g.rank() == 0) {
      if (s.n > MAX_MOVES) s.n = MAX_MOVES;
      total[i] = s.n;
    }
    g.sync();
    take_best(g, s, k, [&](int rank, int move, float score) {
      if (rank == k) {
        threshold[i] = score;
        return;
      }
      Place at = place(b, move < 0 ? 0 : move);
      moves[i * k + rank] = move;
      scores[i * k + rank] = score;
      logits[i * k + rank] = move < 0 ? NEVER : own[at.step] + own[at.arrow];
    });
  }
};

// The move after which t1 is best for him who made it, ties by lot; -1 without moves.
struct BestT1 {
  typedef MoveScratch Scratch;
  Board b;
  const Position* positions;
  uint64_t seed;
  int* moves;

  GROUP_FN void operator()(Threads g, int i, Scratch& s) const {
    Position p = positions[i];
    if (g.rank() == 0) s.n = 0;
    list_steps(g, b, p, s.steps);
    for (int t = g.rank(); t < s.steps.n; t += g.size()) {
      int step = s.steps.from_to[t];
      arrows(b, p, step, [&](int square, int) {
        int at = g.add(&s.n, 1);
        if (at < MAX_MOVES) s.move[at] = pack(step & 255, step >> 8 & 255, square);
      });
    }
    g.sync();
    if (g.rank() == 0 && s.n > MAX_MOVES) s.n = MAX_MOVES;
    g.sync();
    for (int m = g.rank(); m < s.n; m += g.size())
      s.score[m] = -t1(b, after(p, s.move[m])) + (scramble(seed, i, s.move[m]) >> 8) * (0.5f / 16777216.0f);
    g.sync();
    take_best(g, s, 0, [&](int, int move, float) { moves[i] = move; });
  }
};

// Cross entropy of the policy against targets on k moves of each position, over
// all its legal moves, and its gradient with respect to the planes (set to zero before).
struct PolicyLoss {
  struct Scratch {
    Steps steps;
    float values[GROUP];
    int indices[GROUP];
  };
  Board b;
  const Position* positions;
  const float* planes;
  const int* moves;
  const float* targets;  // sum to the weight of the position
  int k;
  float *loss, *gradient;

  GROUP_FN void operator()(Threads g, int i, Scratch& s) const {
    Position p = positions[i];
    size_t offset = size_t(i) * b.width * b.height * OUTPUTS;
    const float* own = planes + offset;
    float* slope = gradient + offset;
    list_steps(g, b, p, s.steps);
    float top = NEVER, weight = 0, gain = 0;
    int nobody = 0;
    for (int t = g.rank(); t < s.steps.n; t += g.size()) {
      int step = s.steps.from_to[t], to = step >> 8 & 255;
      float base = own[(step & 255) * OUTPUTS + (step >> 16)];
      arrows(b, p, step, [&](int, int a) { top = fmaxf(top, base + own[to * OUTPUTS + ARROWS + a]); });
    }
    group_best(g, top, nobody, s.values, s.indices);
    float sum = 0;
    for (int t = g.rank(); t < s.steps.n; t += g.size()) {
      int step = s.steps.from_to[t], to = step >> 8 & 255;
      float base = own[(step & 255) * OUTPUTS + (step >> 16)] - top;
      arrows(b, p, step, [&](int, int a) { sum += expf(base + own[to * OUTPUTS + ARROWS + a]); });
    }
    sum = group_sum(g, sum, s.values);
    for (int t = g.rank(); t < k; t += g.size()) {
      int move = moves[i * k + t];
      float target = targets[i * k + t];
      if (move < 0 || target == 0) continue;
      Place at = place(b, move);
      weight += target;
      gain += target * (own[at.step] + own[at.arrow]);
      g.add(slope + at.step, -target);
      g.add(slope + at.arrow, -target);
    }
    weight = group_sum(g, weight, s.values);
    gain = group_sum(g, gain, s.values);
    if (g.rank() == 0) loss[i] = weight > 0 ? weight * (top + logf(sum)) - gain : 0;
    if (weight == 0) return;
    for (int t = g.rank(); t < s.steps.n; t += g.size()) {
      int step = s.steps.from_to[t], to = step >> 8 & 255, at = (step & 255) * OUTPUTS + (step >> 16);
      float base = own[at] - top, factor = weight / sum, whole = 0;
      arrows(b, p, step, [&](int, int a) {
        int there = to * OUTPUTS + ARROWS + a;
        float share = factor * expf(base + own[there]);
        whole += share;
        g.add(slope + there, share);
      });
      g.add(slope + at, whole);
    }
  }
};
