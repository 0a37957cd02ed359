// Runs the same function object as a CUDA kernel or as a plain loop.
//
// `each`: one thread per item. `each_group`: one group of threads per item, with
// scratch memory that they share; on the CPU a group is a single thread.
#pragma once
#include "board.h"

#ifdef __CUDACC__
#include <cuda_runtime.h>
typedef cudaStream_t Stream;

template <class F>
__global__ void each_kernel(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

template <class F>
int each(int n, F f, Stream stream) {
  if (n > 0) each_kernel<<<(n + 127) / 128, 128, 0, stream>>>(n, f);
  return cudaGetLastError();
}

const int GROUP = 256;

struct Threads {
  __device__ int rank() const { return threadIdx.x; }
  __device__ int size() const { return GROUP; }
  __device__ void sync() const { __syncthreads(); }
  __device__ int add(int* place, int x) const { return atomicAdd(place, x); }
  __device__ void add(float* place, float x) const { atomicAdd(place, x); }
};

template <class F>
__global__ void __launch_bounds__(GROUP) each_group_kernel(F f) {
  extern __shared__ char scratch[];
  f(Threads(), int(blockIdx.x), *reinterpret_cast<typename F::Scratch*>(scratch));
}

template <class F>
int each_group(int n, F f, Stream stream) {
  int bytes = int(sizeof(typename F::Scratch));
  cudaError_t error = cudaFuncSetAttribute(each_group_kernel<F>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (error != cudaSuccess) return error;
  if (n > 0) each_group_kernel<F><<<n, GROUP, bytes, stream>>>(f);
  return cudaGetLastError();
}

#else
#include <memory>
typedef void* Stream;
const int GROUP = 1;

template <class F>
int each(int n, F f, Stream) {
  for (int i = 0; i < n; i++) f(i);
  return 0;
}

struct Threads {
  int rank() const { return 0; }
  int size() const { return 1; }
  void sync() const {}
  int add(int* place, int x) const { int old = *place; *place += x; return old; }
  void add(float* place, float x) const { *place += x; }
};

template <class F>
int each_group(int n, F f, Stream) {
  std::unique_ptr<typename F::Scratch> scratch(new typename F::Scratch);
  for (int i = 0; i < n; i++) f(Threads(), i, *scratch);
  return 0;
}
#endif

#ifdef __CUDACC__
#define GROUP_FN __device__ __forceinline__
#else
#define GROUP_FN inline
#endif

// The largest value of a group and the smallest index that has it. `values` and
// `indices` are scratch of GROUP entries; every thread gets the answer.
GROUP_FN void group_best(Threads g, float& value, int& index, float* values, int* indices) {
  g.sync();
  values[g.rank()] = value;
  indices[g.rank()] = index;
  g.sync();
  for (int half = g.size() / 2; half > 0; half /= 2) {
    if (g.rank() < half) {
      float other = values[g.rank() + half];
      int at = indices[g.rank() + half];
      if (other > values[g.rank()] || (other == values[g.rank()] && at < indices[g.rank()])) {
        values[g.rank()] = other;
        indices[g.rank()] = at;
      }
    }
    g.sync();
  }
  value = values[0];
  index = indices[0];
}

GROUP_FN float group_sum(Threads g, float value, float* values) {
  g.sync();
  values[g.rank()] = value;
  g.sync();
  for (int half = g.size() / 2; half > 0; half /= 2) {
    if (g.rank() < half) values[g.rank()] += values[g.rank() + half];
    g.sync();
  }
  return values[0];
}
