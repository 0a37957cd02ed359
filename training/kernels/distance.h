// Queen distances: the input planes of the network, and Lieberum's t1.
#pragma once
#include "board.h"
#include "launch.h"

// Planes: 0 own amazons, 1 enemy amazons, 2 empty; 3 to 6 squares at queen
// distance 1, 2, 3 and more from the own amazons; 7 to 10 the same for the enemy.
const int PLANES = 11;
const int PADDED = 16;  // what the feature tensor has; the rest is zero

HD void distance_sets(const Board& b, Set from, Set empty, Set out[4]) {
  Set seen = 0, frontier = from;
  out[0] = out[1] = out[2] = out[3] = 0;
  for (int distance = 1; frontier; distance++) {
    frontier = queen_moves(b, frontier, empty) & ~seen;
    seen |= frontier;
    out[distance < 4 ? distance - 1 : 3] |= frontier;
  }
}

// Five times Lieberum's t1 (with 1/5 for the first move), for the player to move: a square
// nearer to him counts 5, nearer to the other -5, equally far 1, unreachable 0.
HD int t1(const Board& b, const Position& p) {
  Set own = p.own, enemy = p.enemy, seen_own = 0, seen_enemy = 0;
  int score = 0;
  while (own | enemy) {
    own = queen_moves(b, own, p.empty) & ~seen_own;
    enemy = queen_moves(b, enemy, p.empty) & ~seen_enemy;
    score += 5 * (count(own & ~enemy & ~seen_enemy) - count(enemy & ~own & ~seen_own)) + count(own & enemy);
    seen_own |= own;
    seen_enemy |= enemy;
  }
  return score;
}

const int RUN = GROUP > 1 ? GROUP / 2 : 1;  // positions of one group: two threads flood one

struct FeatureScratch {
  Set planes[RUN][PLANES];
};

// Writes the planes as [position][square][PADDED], each group a run of positions.
template <class Number>
struct Features {
  typedef FeatureScratch Scratch;
  Board b;
  const Position* positions;
  int n;
  Number one;
  Number* out;

  GROUP_FN void operator()(Threads g, int group, Scratch& s) const {
    int here = n - group * RUN < RUN ? n - group * RUN : RUN;
    for (int t = g.rank(); t < 2 * here; t += g.size()) {
      // Threads of one warp work on the same side, so that they stay together.
      int i = t % here, side = t / here;
      Position p = positions[group * RUN + i];
      Set sets[4];
      distance_sets(b, side ? p.enemy : p.own, p.empty, sets);
      for (int d = 0; d < 4; d++) s.planes[i][3 + 4 * side + d] = sets[d];
      s.planes[i][side] = side ? p.enemy : p.own;
      if (!side) s.planes[i][2] = p.empty;
    }
    g.sync();
    int squares = b.width * b.height;
    for (int t = g.rank(); t < here * squares; t += g.size()) {
      int i = t / squares, square = t % squares;
      struct alignas(16) Row { Number x[PADDED]; } row;
      for (int c = 0; c < PADDED; c++) row.x[c] = c < PLANES && (s.planes[i][c] >> square & 1) ? one : Number(0);
      reinterpret_cast<Row*>(out)[size_t(group * RUN + i) * squares + square] = row;
    }
  }
};
