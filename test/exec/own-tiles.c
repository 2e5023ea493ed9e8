//===- own-tiles.c - Tiles that are cleared or copied first ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=float --sizes=small
// RUN: %exec %s --types=double --sizes=small --blocks
// RUN: %exec %s --types=int32_t --sizes=small --flags="-O2 -march=native"
//
// Programs that are tiled by hand do more in a tile than to multiply: they set
// C to zero there, or copy pieces of A and B to buffers of their own.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define MEM C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define TILES(I, V, N, T) for (I V##0 = 0; V##0 < (N); V##0 += T)
#define POINTS(I, V, N, T) for (I V = V##0; V < MIN(V##0 + T, N); ++V)

/// C is set to zero or scaled in the tiles of a tiled nest.
#define CLEARED(TAG, I, R, F)                                                  \
FORM(cleared_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                             \
  TILES(I, i, M, 8)                                                            \
  TILES(I, j, N, 8) {                                                          \
    POINTS(I, i, M, 8) POINTS(I, j, N, 8) C[i * ldc + j] = 0;                  \
    TILES(I, k, K, 8)                                                          \
    POINTS(I, i, M, 8) POINTS(I, k, K, 8) POINTS(I, j, N, 8) MEM               \
  }                                                                            \
}                                                                              \
FORM(cleared_in_first_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                    \
  TILES(I, i, M, 8)                                                            \
  TILES(I, j, N, 8)                                                            \
  TILES(I, k, K, 8) {                                                          \
    if (k0 == 0)                                                               \
    POINTS(I, i, M, 8) POINTS(I, j, N, 8) C[i * ldc + j] = 0;                  \
    POINTS(I, i, M, 8) POINTS(I, j, N, 8) POINTS(I, k, K, 8) MEM               \
  }                                                                            \
}                                                                              \
FORM(cleared_ij_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                          \
  TILES(I, i, M, 8)                                                            \
  TILES(I, j, N, 8)                                                            \
    POINTS(I, i, M, 8) POINTS(I, j, N, 8) { C[i * ldc + j] = 0; UP(I,k,K) MEM }\
}                                                                              \
FORM(cleared_rows_##TAG, RRR, F, ABC(I, R), ABC_ARGS) {                        \
  TILES(I, i, M, 8)  {                                                         \
    POINTS(I, i, M, 8) UP(I, j, N) C[i * ldc + j] = 0;                         \
    TILES(I, k, K, 8)                                                          \
    POINTS(I, i, M, 8) POINTS(I, k, K, 8) UP(I,j,N) MEM                        \
  }                                                                            \
}
CLEARED(long, long, , MUST | ALIAS)
CLEARED(int, int, restrict, MUST)

/// Tiles of A and B in buffers of the programmer's.
FORM(packed, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  static _Thread_local T TileA[16][24], TileB[24][32];
  TILES(long, j, N, 32)
  TILES(long, k, K, 24) {
    long nb = MIN(32, N - j0), kb = MIN(24, K - k0);
    UP(long, k, kb) UP(long, j, nb) TileB[k][j] = B[(k0 + k) * ldb + j0 + j];
    TILES(long, i, M, 16) {
      long mb = MIN(16, M - i0);
      UP(long, i, mb) UP(long, k, kb) TileA[i][k] = A[(i0 + i) * lda + k0 + k];
      UP(long, i, mb) UP(long, j, nb) {
        T s = C[(i0 + i) * ldc + j0 + j];
        UP(long, k, kb) s += TileA[i][k] * TileB[k][j];
        C[(i0 + i) * ldc + j0 + j] = s;
      }
    }
  }
}
FORM(packed_whole, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  T TileA[16 * 24], TileB[24 * 32];
  TILES(long, i, M, 16)
  TILES(long, j, N, 32)
  TILES(long, k, K, 24) {
    long mb = MIN(16, M - i0), nb = MIN(32, N - j0), kb = MIN(24, K - k0);
    UP(long, i, mb) UP(long, k, kb) TileA[i * 24 + k] = A[(i0 + i) * lda + k0 + k];
    UP(long, j, nb) UP(long, k, kb) TileB[j * 24 + k] = B[(k0 + k) * ldb + j0 + j];
    UP(long, i, mb) UP(long, j, nb) UP(long, k, kb)
      C[(i0 + i) * ldc + j0 + j] += TileA[i * 24 + k] * TileB[j * 24 + k];
  }
}
/// B as a whole, in panels.
FORM(packed_panels, RRR, MUST,
     (long M, long N, long K, const T *restrict A, long lda,
      const T *restrict B, long ldb, T *restrict C, long ldc,
      T *restrict panel),
     (p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc,
      (T[8 * 512]){0})) {
  if (K > 512)
    return;
  TILES(long, j, N, 8) {
    long nb = MIN(8, N - j0);
    UP(long, k, K) UP(long, j, nb) panel[k * 8 + j] = B[k * ldb + j0 + j];
    UP(long, i, M) UP(long, j, nb) {
      T s = 0;
      UP(long, k, K) s += A[i * lda + k] * panel[k * 8 + j];
      C[i * ldc + j0 + j] = s;
    }
  }
}
