//===- changing-sizes.c - A size that rows of the result may overwrite ----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// RUN: %clang -O2 -march=x86-64-v3 -Wall -Werror %s -o %t.plain && %t.plain
// RUN: %clangplugin -O2 -march=x86-64-v3 -Wall -Werror %s -o %t && %t
//
// What is written beside the product lies apart from what the product seems to
// read before the nest, and in its second row.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

enum { M = 8, N = 64, K = 64, FAR = 4096 };

__attribute__((noinline)) void product(long m, long n, long k, const float *a,
                                       const float *b, float *d, long **c,
                                       const long *lda) {
  for (long i = 0; i < m; i++) {
    for (long j = 0; j < n; j++) {
      float s = 0;
      for (long l = 0; l < k; l++)
        s += a[i * *lda + l] * b[l * N + j];
      c[i][j] = (long)s;
    }
    d[i] = 2;
  }
}

static float A[M * FAR], B[K * N];
static long C[M * N];

int main(void) {
  long *rows[M];
  for (int i = 0; i < M; i++)
    rows[i] = C + i * N;
  A[0] = 1;
  for (int i = 0; i < K * N; i++)
    B[i] = i % 5;
  B[0] = FAR;
  C[0] = K;
  product(M, N, K, A, B, A + FAR, rows, &C[0]);
  int wrong = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      wrong += C[i * N + j] != (i == 0 ? 1 : i == 1 ? 2 : 0) * (long)B[j];
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
