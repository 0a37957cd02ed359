// When is a game over, and who has won?
//
// A region is *sealed* for a player if its empty squares are joined by king steps
// to his amazons and to none of the other's. It can open again, but only when he
// lets it: the amazons around it are his. So he can promise to move there only in
// ways that keep it closed:
// - an amazon that touches neither an enemy amazon nor an empty square outside his
//   sealed regions may leave its square; the square joins the region;
// - any other amazon may step into the region if it shoots back at the square it left.
// `filling` plays such moves, one after the other, until none is left. What it counts
// is what he can make in any case: a lower bound, found by construction.
//
// As long as he keeps that promise the other can enter only empty squares outside,
// joined to his amazons over empty squares and over squares of his own amazons (which
// can leave). Each move burns one of these, so their number is an upper bound.
//
// The player to move has won if his filling is more than the other's bound; the other
// has won if his filling is at least the first's bound. Otherwise nothing is claimed.
#pragma once
#include "board.h"

struct Verdict {
  int winner;              // 1 the player to move, -1 the other, 0 open
  bool separate;           // no empty square can be reached by both
  int own_moves, enemy_moves;  // fillings, exact where the bounds meet
  Set own_squares, enemy_squares;
};

// Squares of `inside` that king steps cannot reach from the amazons.
HD int stranded(const Board& b, Set amazons, Set inside) { return count(inside & ~king_reach(b, amazons, inside)); }

// Moves that keep the sealed squares closed, found greedily: the next move is one
// that strands the fewest squares and burns the one with the fewest empty neighbours.
HD int filling(const Board& b, Set amazons, Set sealed, Set danger) {
  Set inside = sealed, seats = amazons & widen(b, sealed), bound = seats & widen(b, danger);
  for (int moves = 0;; moves++) {
    int best = 1 << 20;
    Set best_inside = 0, best_from = 0, best_to = 0;
    for (Set s = seats; s && best > 2; s &= s - 1) {
      int from = first(s);
      bool shoots_back = bound >> from & 1;
      for (Set t = neighbours(b, from) & inside; t && best > 2; t &= t - 1) {
        int to = first(t);
        Set open = (inside | bit(from)) & ~bit(to), after = (seats & ~bit(from)) | bit(to);
        for (Set a = shoots_back ? bit(from) : neighbours(b, to) & open; a && best > 2; a &= a - 1) {
          int arrow = first(a);
          Set rest = open & ~bit(arrow);
          int cost = 16 * stranded(b, after, rest) + count(neighbours(b, arrow) & rest);
          if (cost < best) best = cost, best_inside = rest, best_from = bit(from), best_to = bit(to);
        }
      }
    }
    if (!best_to) return moves;
    inside = best_inside;
    seats = (seats & ~best_from) | best_to;
    bound &= ~best_from;
  }
}

HD Verdict judge(const Board& b, const Position& p) {
  Verdict v;
  Set own_reach = king_reach(b, p.own, p.empty), enemy_reach = king_reach(b, p.enemy, p.empty);
  Set own_sealed = own_reach & ~enemy_reach, enemy_sealed = enemy_reach & ~own_reach;
  int own_most = count(king_reach(b, p.own, (p.empty & ~enemy_sealed) | p.own) & p.empty);
  int enemy_most = count(king_reach(b, p.enemy, (p.empty & ~own_sealed) | p.enemy) & p.empty);
  v.separate = !(own_reach & enemy_reach);
  v.own_moves = v.enemy_moves = v.winner = 0;
  v.own_squares = own_reach | p.own;
  v.enemy_squares = enemy_reach | p.enemy;
  bool own_may = count(own_sealed) > enemy_most, enemy_may = count(enemy_sealed) >= own_most;
  if (own_may || v.separate) v.own_moves = filling(b, p.own, own_sealed, p.enemy | (p.empty & ~own_sealed));
  if (enemy_may || v.separate) v.enemy_moves = filling(b, p.enemy, enemy_sealed, p.own | (p.empty & ~enemy_sealed));
  if (own_may && v.own_moves > enemy_most) v.winner = 1;
  else if (enemy_may && v.enemy_moves >= own_most) v.winner = -1;
  return v;
}
