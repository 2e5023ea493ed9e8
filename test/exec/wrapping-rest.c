//===- wrapping-rest.c - Statements that seem to be far from a product ----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -march=x86-64-v3 -fwrapv-pointer -Wall -Werror
// RUN: %clang %{flags} %s -o %t.plain
// RUN: %clangplugin %{flags} -Rpass=gemmify %s -o %t 2>&1 | FileCheck %s
// RUN: %t.plain > %t.want
// RUN: %t > %t.got
// RUN: diff %t.want %t.got
//
// What is written beside the product goes where unbounded arithmetic does not:
// its index or its address wraps around and gets into rows of A that the
// product has yet to read.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

enum { M = 8, N = 64, K = 64, AROUND = 64 };

#define PRODUCT                                                                \
  for (unsigned j = 0; j < n; j++) {                                           \
    float s = 0;                                                               \
    for (unsigned l = 0; l < k; l++)                                           \
      s += a[i * (long)k + l] * b[l * (long)n + j];                            \
    c[i * (long)n + j] = s;                                                    \
  }

// CHECK-COUNT-2: remark: matrix product rewritten:
/// \p step is a negative number.
__attribute__((noinline)) void
by_index(unsigned m, unsigned n, unsigned k, float *restrict a,
         const float *restrict b, float *restrict c, unsigned start,
         unsigned step) {
  for (unsigned i = 0; i < m; i++) {
    PRODUCT
    for (unsigned l = 0; l < 4; l++)
      a[start + step * i + l] += 1;
  }
}

/// Four times \p step is little more than 2^64.
__attribute__((noinline)) void
by_address(unsigned m, unsigned n, unsigned k, float *restrict a,
           const float *restrict b, float *restrict c, long start, long step) {
  for (unsigned i = 0; i < m; i++) {
    PRODUCT
    if (i % 4 == 0)
      *(float *)((char *)a + start + step * i) += 1;
  }
}

static float Memory[AROUND + M * K + AROUND], B[K * N], C[M * N];
static float *const A = Memory + AROUND;

static void reset(void) {
  for (int i = 0; i < M * K + 2 * AROUND; i++)
    Memory[i] = i % 7;
  for (int i = 0; i < K * N; i++)
    B[i] = i % 5;
}
static void print(void) {
  for (int i = 0; i < M * N; i++)
    printf("%g%c", C[i], i % N == N - 1 ? '\n' : ' ');
  for (int i = 0; i < M * K; i++)
    printf("%g%c", A[i], i % K == K - 1 ? '\n' : ' ');
}

int main(void) {
  reset();
  // To the floats behind A, and to the rows from the last one up.
  by_index(M, N, K, A, B, C, M * K, -K);
  print();
  reset();
  // To the float before A, and to row 5.
  long Row = K * sizeof(float), Before = sizeof(float);
  by_address(M, N, K, A, B, C, -Before, (5 * Row + Before) / 4 - (1L << 62));
  print();
}
