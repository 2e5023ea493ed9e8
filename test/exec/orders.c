//===- orders.c - Loop orders, directions and index types -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s
// RUN: %exec %s --blocks --expect-heap --deal=4 --sizes=small
// RUN: %exec %s --flags="-O2 -march=x86-64-v3" --types=double --sizes=small \
// RUN:   --deal=4 --deal-from=1
// RUN: %exec %s --flags=-O1 --types=float --deal=4 --deal-from=2 --sizes=small
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define MEM C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];

#define ONE(NAME, FLAGS, L1, L2, L3, I, R)                                     \
  FORM(NAME, RRR, FLAGS, ABC(I, R), ABC_ARGS) { L1 L2 L3 MEM }

/// The six orders of one kind of loop.
#define SIX(TAG, FLAGS, LOOP, I, R)                                            \
  ONE(ijk_##TAG, FLAGS, LOOP(I, i, M), LOOP(I, j, N), LOOP(I, k, K), I, R)     \
  ONE(ikj_##TAG, FLAGS, LOOP(I, i, M), LOOP(I, k, K), LOOP(I, j, N), I, R)     \
  ONE(jik_##TAG, FLAGS, LOOP(I, j, N), LOOP(I, i, M), LOOP(I, k, K), I, R)     \
  ONE(jki_##TAG, FLAGS, LOOP(I, j, N), LOOP(I, k, K), LOOP(I, i, M), I, R)     \
  ONE(kij_##TAG, FLAGS, LOOP(I, k, K), LOOP(I, i, M), LOOP(I, j, N), I, R)     \
  ONE(kji_##TAG, FLAGS, LOOP(I, k, K), LOOP(I, j, N), LOOP(I, i, M), I, R)

SIX(int, MUST, UP, int, restrict)
SIX(unsigned, MUST | UNSIGNED, UP, unsigned, restrict)
SIX(size_t, MUST | UNSIGNED, UP, size_t, restrict)
SIX(long, MUST, UP, long, restrict)
SIX(down_int, MUST, DOWN, int, restrict)
SIX(down_unsigned, MUST | UNSIGNED, DOWN, unsigned, restrict)
SIX(down_long, MUST, DOWN, long, restrict)

/// Directions mixed within a nest.
ONE(k_down, MUST, UP(long, i, M), UP(long, j, N), DOWN(long, k, K), long,
    restrict)
ONE(i_down, MUST, DOWN(int, i, M), UP(int, j, N), UP(int, k, K), int, restrict)
ONE(kij_j_down, MUST, UP(int, k, K), UP(int, i, M), DOWN(int, j, N), int,
    restrict)

/// The sum in a scalar, with k innermost.
#define SCALAR(NAME, FLAGS, L1, L2, L3, I, R)                                  \
  FORM(NAME, RRR, FLAGS, ABC(I, R), ABC_ARGS) {                                \
    L1 L2 {                                                                    \
      T s = C[i * ldc + j];                                                    \
      L3 s += A[i * lda + k] * B[k * ldb + j];                                 \
      C[i * ldc + j] = s;                                                      \
    }                                                                          \
  }
#define TWO(TAG, FLAGS, LOOP, I, R)                                            \
  SCALAR(ijk_scalar_##TAG, FLAGS, LOOP(I, i, M), LOOP(I, j, N), LOOP(I, k, K), \
         I, R)                                                                 \
  SCALAR(jik_scalar_##TAG, FLAGS, LOOP(I, j, N), LOOP(I, i, M), LOOP(I, k, K), \
         I, R)

TWO(int, MUST, UP, int, restrict)
TWO(unsigned, MUST | UNSIGNED, UP, unsigned, restrict)
TWO(size_t, MUST | UNSIGNED, UP, size_t, restrict)
TWO(long, MUST, UP, long, restrict)
TWO(down_int, MUST, DOWN, int, restrict)
TWO(down_long, MUST, DOWN, long, restrict)

/// Loops that are written in other ways.
FORM(while_loops, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  int i = 0;
  while (i < M) {
    int j = 0;
    while (j < N) {
      int k = 0;
      while (k < K) {
        MEM ++k;
      }
      ++j;
    }
    ++i;
  }
}

FORM(less_or_equal, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  for (int i = 0; i <= M - 1; i++)
    for (int j = 0; j <= N - 1; j++)
      for (int k = 0; k <= K - 1; k++)
        MEM
}

FORM(pointers, RRR, MUST, ABC(long, restrict), ABC_ARGS) {
  for (long i = 0; i < M; i++, A += lda, C += ldc) {
    const T *b = B;
    for (long k = 0; k < K; k++, b += ldb)
      for (long j = 0; j < N; j++)
        C[j] += A[k] * b[j];
  }
}

FORM(mixed_types, RRR, MUST,
     (unsigned M, int N, long K, const T *restrict A, int lda,
      const T *restrict B, size_t ldb, T *restrict C, long ldc),
     ABC_ARGS) {
  for (unsigned i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        MEM
}
