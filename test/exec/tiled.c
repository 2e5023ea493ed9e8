//===- tiled.c - Nests that the programmer has tiled ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s
// RUN: %exec %s --blocks --expect-heap --sizes=small --deal=4
// RUN: %exec %s --flags="-O2 -march=x86-64-v3" --types=double --sizes=small \
// RUN:   --deal=2
// RUN: %exec %s --flags=-O1 --types=float --sizes=small --deal=4 --deal-from=1
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define MEM C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))

/// Loops over tiles of T, and over the points of a tile.
#define TILES(I, V, N, T) for (I V##0 = 0; V##0 < (N); V##0 += T)
#define POINTS(I, V, N, T) for (I V = V##0; V < MIN(V##0 + T, N); ++V)
#define BOTH(I, V, N, T)                                                       \
  for (I V = V##0; V < (N) && V < V##0 + T; ++V)

#define THREE(TAG, I, R, F)                                                    \
  FORM(ijk_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                               \
    TILES(I, i, M, 8)                                                          \
    TILES(I, j, N, 8)                                                          \
    TILES(I, k, K, 8)                                                          \
    POINTS(I, i, M, 8) POINTS(I, j, N, 8) POINTS(I, k, K, 8) MEM               \
  }                                                                            \
  FORM(kji_ikj_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                           \
    TILES(I, k, K, 16)                                                         \
    TILES(I, j, N, 5)                                                          \
    TILES(I, i, M, 3)                                                          \
    POINTS(I, i, M, 3) POINTS(I, k, K, 16) POINTS(I, j, N, 5) MEM              \
  }                                                                            \
  FORM(two_bounds_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                        \
    TILES(I, i, M, 8)                                                          \
    TILES(I, j, N, 8)                                                          \
    TILES(I, k, K, 8)                                                          \
    BOTH(I, i, M, 8) BOTH(I, j, N, 8) BOTH(I, k, K, 8) MEM                     \
  }                                                                            \
  FORM(two_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                               \
    TILES(I, j, N, 16)                                                         \
    TILES(I, k, K, 12)                                                         \
    UP(I, i, M) POINTS(I, k, K, 12) POINTS(I, j, N, 16) MEM                    \
  }                                                                            \
  FORM(one_i_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                             \
    TILES(I, i, M, 7) UP(I, j, N) UP(I, k, K) POINTS(I, i, M, 7) MEM           \
  }                                                                            \
  FORM(one_j_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                             \
    TILES(I, j, N, 32) UP(I, i, M) UP(I, k, K) POINTS(I, j, N, 32) MEM         \
  }                                                                            \
  FORM(one_k_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                             \
    TILES(I, k, K, 10) UP(I, i, M) UP(I, j, N) POINTS(I, k, K, 10) MEM         \
  }

THREE(int, int, restrict, MUST)
THREE(long, long, , MUST | ALIAS)
THREE(size_t, size_t, restrict, MUST | UNSIGNED)
THREE(unsigned, unsigned, restrict, MUST | UNSIGNED)

/// The length of a tile in a variable, points counted from zero, the sum in a
/// scalar over the whole of k.
FORM(from_zero, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  TILES(int, i, M, 8) {
    int mb = MIN(8, M - i0);
    TILES(int, j, N, 8) {
      int nb = MIN(8, N - j0);
      UP(int, i, mb) UP(int, j, nb) {
        T s = 0;
        UP(int, k, K) s += A[(i0 + i) * lda + k] * B[k * ldb + j0 + j];
        C[(i0 + i) * ldc + j0 + j] = s;
      }
    }
  }
}

/// Each tile of k adds its own sum: another rounding than the whole loop's.
FORM(partial_sums, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  TILES(int, k, K, 8)
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    POINTS(int, k, K, 8) s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] += s;
  }
}

/// Sizes that the tiles divide.
FORM(exact, RRR, MUST,
     (T C[restrict 24][40], const T A[restrict 24][48],
      const T B[restrict 48][40]),
     (p->C, p->A, p->B), 24, 40, 48, 48, 40, 40) {
  TILES(int, i, 24, 8)
  TILES(int, j, 40, 8)
  TILES(int, k, 48, 16)
  for (int i = i0; i < i0 + 8; i++)
    for (int j = j0; j < j0 + 8; j++)
      for (int k = k0; k < k0 + 16; k++)
        C[i][j] += A[i][k] * B[k][j];
}

/// Sizes that the tiles do not divide.
FORM(constant, RRR, MUST,
     (T C[restrict 29][41], const T A[restrict 29][50],
      const T B[restrict 50][41]),
     (p->C, p->A, p->B), 29, 41, 50, 50, 41, 41) {
  TILES(int, i, 29, 8)
  TILES(int, j, 41, 8)
  TILES(int, k, 50, 16)
  POINTS(int, i, 29, 8)
  POINTS(int, j, 41, 8)
  POINTS(int, k, 50, 16) C[i][j] += A[i][k] * B[k][j];
}

/// Two loops that count the rows of one matrix together, both sizes free.
FORM(folded_rows, RRR, MUST | BATCH | ALIAS,
     (long batch, long M, long N, long K, const T *A, long lda, const T *B,
      long ldb, T *C, long ldc),
     (p->batch, p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)) {
  for (long b = 0; b < batch; b++)
    UP(long, i, M)
  UP(long, j, N)
  UP(long, k, K)
  C[(b * M + i) * ldc + j] += A[(b * M + i) * lda + k] * B[k * ldb + j];
}

/// Tiles that are not what they seem: a gap, an overlap, a bound that is not
/// the last point, an early end that later tiles do not share.
FORM(gap, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  TILES(int, i, M, 8)
  TILES(int, j, N, 8)
  POINTS(int, i, M, 7) POINTS(int, j, N, 8) UP(int, k, K) MEM
}
FORM(overlap, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  TILES(int, i, M, 8)
  TILES(int, j, N, 8)
  POINTS(int, i, M, 8) POINTS(int, j, N, 9) UP(int, k, K) MEM
}
FORM(short_of_the_end, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  TILES(int, i, M, 8)
  TILES(int, j, N, 8)
  POINTS(int, i, M - 1, 8) POINTS(int, j, N - 2, 8) UP(int, k, K) MEM
}
FORM(beyond_the_end, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  TILES(int, i, M - 3, 8)
  TILES(int, j, N - 9, 8)
  POINTS(int, i, M, 8) POINTS(int, j, N, 8) UP(int, k, K) MEM
}
FORM(growing, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  TILES(int, i, M, 8)
  for (int i = i0; i < MIN(MIN(i0 + 8, 2 * i0 + 3), M); i++)
    UP(int, j, N) UP(int, k, K) MEM
}
FORM(backwards, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  for (int k0 = (K - 1) / 8 * 8; k0 >= 0; k0 -= 8)
    UP(int, i, M) UP(int, j, N) POINTS(int, k, K, 8) MEM
}

// Tiles whose size is known at run time only, and divides the sizes.

#define WHOLE(N) ((N) / t * t)
#define IN_TILE(I, V) for (I V = V##0; V < V##0 + t; ++V)
FORM(run_time_size, RRR, MUST, ABC(long, ), ABC_ARGS) {
  const long t = K % 7 + 1;
  TILES(long, i, WHOLE(M), t)
  TILES(long, j, WHOLE(N), t)
  TILES(long, k, WHOLE(K), t)
  IN_TILE(long, i) IN_TILE(long, j) IN_TILE(long, k) MEM
}
FORM(run_time_size_of_j, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  const int t = M % 5 + 1;
  TILES(int, j, WHOLE(N), t)
  UP(int, i, M) UP(int, k, K) IN_TILE(int, j) MEM
}
FORM(run_time_size_min, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  const int t = K % 7 + 1;
  TILES(int, k, K, t)
  TILES(int, j, N, t)
  UP(int, i, M) POINTS(int, k, K, t) POINTS(int, j, N, t) MEM
}
