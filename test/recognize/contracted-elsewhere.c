//===- contracted-elsewhere.c - Fused without a flag ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where one function may fuse, by -ffast-math or in vectors, the code generator
// fuses in all of them, whatever a pragma says: what it does with several
// products of a step, or with groups, cannot be foreseen.
//
// DEFINE: %{see} = %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// DEFINE:   -c %s -o /dev/null -Rpass=gemmify 2>&1
// RUN: %{see} -ffast-math | count 0
// RUN: %{see} -ffp-contract=fast -DVECTORS | count 0
// RUN: %{see} -ffp-contract=off | FileCheck %s
//
//===----------------------------------------------------------------------===//

#ifdef VECTORS
typedef float V __attribute__((vector_size(16)));
V other(V a, V b, V c) { return a * b + c; }
#else
float other(float a, float b, float c) { return a * b + c; }
#endif

#pragma float_control(precise, on, push)
#pragma clang fp contract(off)
// CHECK: remark: matrix product rewritten: {{.*}}
void parts(long n, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float re = 0, im = 0;
      for (long k = 0; k < n; k++) {
        float ar = A[2 * (i * n + k)], ai = A[2 * (i * n + k) + 1];
        float br = B[2 * (k * n + j)], bi = B[2 * (k * n + j) + 1];
        re += ar * br - ai * bi;
        im += ar * bi + ai * br;
      }
      C[2 * (i * n + j)] = re;
      C[2 * (i * n + j) + 1] = im;
    }
}

// CHECK: remark: matrix product rewritten: int8 x int8 -> int32 -> float
void groups(long m, long n, const signed char *restrict a, const signed char *restrict b,
            const float *restrict s, float *restrict c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      float v = 1;
      for (long g = 0; g < 4; g++) {
        int t = 0;
        for (long k = 0; k < 400; k++)
          t += a[(i * 4 + g) * 400 + k] * b[(j * 4 + g) * 400 + k];
        v = (v + t) * s[g];
      }
      c[i * n + j] = v;
    }
}
