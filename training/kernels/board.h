// Boards as sets of squares, on the GPU and on the CPU alike.
//
// A board of at most 128 squares is a 128-bit set, square = rank * width + file,
// rank 0 below. A position is seen by the player to move: `own` are his amazons.
// What is neither an amazon nor empty is burnt, and so is everything off the
// board: the rules do not tell the two apart.
#pragma once
#include <cstdint>

#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#else
#define HD inline
#endif

typedef unsigned __int128 Set;

struct Position {
  Set own, enemy, empty;
};

struct Board {
  int width, height;
  Set all, not_first, not_last;  // all squares; without the first, the last file
};

// Of two words: nvcc 13.0 compiles ~(Set(1) << square) wrongly for squares from 64.
HD Set bit(int square) {
  uint64_t low = square < 64 ? uint64_t(1) << square : 0;
  uint64_t high = square < 64 ? 0 : uint64_t(1) << (square - 64);
  return Set(high) << 64 | low;
}

inline Board make_board(int width, int height) {
  Board b{width, height, 0, 0, 0};
  for (int s = 0; s < width * height; s++) {
    b.all |= bit(s);
    if (s % width != 0) b.not_first |= bit(s);
    if (s % width != width - 1) b.not_last |= bit(s);
  }
  return b;
}

HD int count(Set x) {
#ifdef __CUDA_ARCH__
  return __popcll(uint64_t(x)) + __popcll(uint64_t(x >> 64));
#else
  return __builtin_popcountll(uint64_t(x)) + __builtin_popcountll(uint64_t(x >> 64));
#endif
}

// The lowest square of a set that is not empty.
HD int first(Set x) {
  uint64_t low = uint64_t(x), high = uint64_t(x >> 64);
#ifdef __CUDA_ARCH__
  return low ? __ffsll((long long)low) - 1 : __ffsll((long long)high) + 63;
#else
  return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high);
#endif
}

// Directions 0 to 7: east, north-east, north, north-west, west, south-west, south, south-east.
HD int file_step(int d) { return d == 0 || d == 1 || d == 7 ? 1 : d >= 3 && d <= 5 ? -1 : 0; }
HD int rank_step(int d) { return d >= 1 && d <= 3 ? 1 : d >= 5 ? -1 : 0; }

// The squares and all their king neighbours.
HD Set widen(const Board& b, Set x) {
  Set row = x | ((x & b.not_last) << 1) | ((x & b.not_first) >> 1);
  return (row | (row << b.width) | (row >> b.width)) & b.all;
}

HD Set neighbours(const Board& b, int square) { return widen(b, bit(square)) & ~bit(square); }

// The empty squares that king steps over empty squares reach from `seeds`.
HD Set king_reach(const Board& b, Set seeds, Set empty) {
  Set reach = widen(b, seeds) & empty;
  for (;;) {
    Set next = widen(b, reach) & empty;
    if (next == reach) return reach;
    reach = next;
  }
}

template <bool UP>
HD Set shifted(Set x, int by) {
  return UP ? x << by : x >> by;
}

// All squares of `free` that a slide from `from` in one direction covers: the
// distance doubles in each line, so four lines cover a slide of up to 15.
// `landing` are the squares that a single step may enter without wrapping.
template <bool UP>
HD Set slide(Set from, Set free, Set landing, int by) {
  Set open = free & landing, all = from;
  all |= open & shifted<UP>(all, by);
  open &= shifted<UP>(open, by);
  all |= open & shifted<UP>(all, 2 * by);
  open &= shifted<UP>(open, 2 * by);
  all |= open & shifted<UP>(all, 4 * by);
  open &= shifted<UP>(open, 4 * by);
  all |= open & shifted<UP>(all, 8 * by);
  return all;
}

// The empty squares one queen move away from any square of `from`.
HD Set queen_moves(const Board& b, Set from, Set empty) {
  int w = b.width;
  Set x = slide<true>(from, empty, b.not_first, 1) | slide<false>(from, empty, b.not_last, 1) |
          slide<true>(from, empty, b.all, w) | slide<false>(from, empty, b.all, w) |
          slide<true>(from, empty, b.not_first, w + 1) | slide<true>(from, empty, b.not_last, w - 1) |
          slide<false>(from, empty, b.not_first, w - 1) | slide<false>(from, empty, b.not_last, w + 1);
  return x & empty & ~from;
}

// A move in 24 bits: from, to, arrow.
HD int pack(int from, int to, int arrow) { return from | to << 8 | arrow << 16; }

// The position after a move, seen by the other player.
HD Position after(const Position& p, int move) {
  Set from = bit(move & 255), to = bit(move >> 8 & 255), arrow = bit(move >> 16 & 255);
  return Position{p.enemy, (p.own & ~from) | to, ((p.empty | from) & ~to) & ~arrow};
}

// Calls visit(square, distance) along a ray over `free`, nearest square first.
template <class Visit>
HD void ray(const Board& b, int square, int d, Set free, Visit visit) {
  int df = file_step(d), dr = rank_step(d);
  int f = square % b.width + df, r = square / b.width + dr;
  for (int n = 1; f >= 0 && f < b.width && r >= 0 && r < b.height; n++, f += df, r += dr) {
    int s = r * b.width + f;
    if (!(free >> s & 1)) return;
    visit(s, n);
  }
}
