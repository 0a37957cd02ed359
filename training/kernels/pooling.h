// Mean and maximum of channels over the board, and back, for bfloat16 tensors of
// [position][square][channel]: one pass each, two channels a thread.
#pragma once
#include "launch.h"

struct alignas(4) Pair {
  uint16_t a, b;
};

HD float wide(uint16_t x) {
  union { uint32_t bits; float value; } u;
  u.bits = uint32_t(x) << 16;
  return u.value;
}

// To the nearest, ties to even.
HD uint16_t narrow(float x) {
  union { float value; uint32_t bits; } u;
  u.value = x;
  return uint16_t((u.bits + 0x7fff + (u.bits >> 16 & 1)) >> 16);
}

// out: means of all channels, then maxima; where: the first square with the maximum.
struct Pool {
  int area, pairs;
  const Pair* x;
  Pair* out;
  uint8_t* where;
  HD void operator()(int i) const {
    int n = i / pairs, c = i % pairs;
    const Pair* from = x + size_t(n) * area * pairs + c;
    float sum_a = 0, sum_b = 0, top_a = -3e38f, top_b = -3e38f;
    int at_a = 0, at_b = 0;
    for (int s = 0; s < area; s++) {
      Pair p = from[size_t(s) * pairs];
      float a = wide(p.a), b = wide(p.b);
      sum_a += a;
      sum_b += b;
      if (a > top_a) top_a = a, at_a = s;
      if (b > top_b) top_b = b, at_b = s;
    }
    out[size_t(n) * 2 * pairs + c] = Pair{narrow(sum_a / area), narrow(sum_b / area)};
    out[size_t(n) * 2 * pairs + pairs + c] = Pair{narrow(top_a), narrow(top_b)};
    where[2 * i] = uint8_t(at_a);
    where[2 * i + 1] = uint8_t(at_b);
  }
};

struct PoolSlope {
  int area, pairs;
  const Pair* slope;
  const uint8_t* where;
  Pair* out;
  HD void operator()(int i) const {
    int n = i / pairs, c = i % pairs;
    Pair mean = slope[size_t(n) * 2 * pairs + c], top = slope[size_t(n) * 2 * pairs + pairs + c];
    float a = wide(mean.a) / area, b = wide(mean.b) / area;
    Pair other{narrow(a), narrow(b)};
    for (int s = 0; s < area; s++) {
      Pair here = other;
      if (s == where[2 * i]) here.a = narrow(a + wide(top.a));
      if (s == where[2 * i + 1]) here.b = narrow(b + wide(top.b));
      out[(size_t(n) * area + s) * pairs + c] = here;
    }
  }
};

struct AddBias {
  int area, pairs;
  const Pair *x, *bias;
  Pair* out;
  HD void operator()(int i) const {
    int n = i / pairs, c = i % pairs;
    float a = wide(bias[i].a), b = wide(bias[i].b);
    for (int s = 0; s < area; s++) {
      size_t at = (size_t(n) * area + s) * pairs + c;
      out[at] = Pair{narrow(wide(x[at].a) + a), narrow(wide(x[at].b) + b)};
    }
  }
};

struct SumSquares {
  int area, pairs;
  const Pair* x;
  Pair* out;
  HD void operator()(int i) const {
    int n = i / pairs, c = i % pairs;
    float a = 0, b = 0;
    for (int s = 0; s < area; s++) {
      Pair p = x[(size_t(n) * area + s) * pairs + c];
      a += wide(p.a);
      b += wide(p.b);
    }
    out[i] = Pair{narrow(a), narrow(b)};
  }
};
