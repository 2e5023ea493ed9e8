//===- constants.c - Sizes known at compile time --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s
// RUN: %exec %s --flags="-O2 -march=x86-64-v3" --types=float
// RUN: %exec %s --flags=-O1 --types=double
//
// LLVM unrolls small nests before the vectorizer: they have to be caught.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define ARGS (p->A, p->B, p->C)

#define BODY_mem(M, N, K, I)                                                   \
  UP(I, i, M) UP(I, j, N) UP(I, k, K) C[i][j] += A[i][k] * B[k][j];
#define BODY_rows(M, N, K, I)                                                  \
  UP(I, i, M) UP(I, k, K) UP(I, j, N) C[i][j] += A[i][k] * B[k][j];
#define BODY_scalar(M, N, K, I)                                                \
  UP(I, i, M) UP(I, j, N) {                                                    \
    T s = 0;                                                                   \
    UP(I, k, K) s += A[i][k] * B[k][j];                                        \
    C[i][j] = s;                                                               \
  }

#define CONSTANT(BODY, FLAGS, M, N, K, R)                                      \
  FORM(BODY##_##M##x##N##x##K##_##R, RRR, FLAGS,                               \
       (const T A[R M][K], const T B[R K][N], T C[R M][N]), ARGS, M, N, K, K,  \
       N, N) {                                                                 \
    BODY_##BODY(M, N, K, int)                                                  \
  }
#define KINDS(FLAGS, M, N, K)                                                  \
  CONSTANT(mem, FLAGS, M, N, K, restrict)                                      \
  CONSTANT(rows, FLAGS, M, N, K, restrict)                                     \
  CONSTANT(scalar, FLAGS, M, N, K, restrict)                                   \
  CONSTANT(mem, FLAGS, M, N, K, )                                              \
  CONSTANT(rows, FLAGS, M, N, K, )                                             \
  CONSTANT(scalar, FLAGS, M, N, K, )

KINDS(SMALL, 1, 1, 1)
KINDS(SMALL, 2, 2, 2)
KINDS(SMALL, 3, 3, 3)
KINDS(MUST | SMALL, 4, 4, 4)
KINDS(SMALL, 5, 7, 3)
KINDS(MUST | SMALL, 8, 8, 8)
KINDS(MUST | SMALL, 16, 16, 16)
KINDS(SMALL, 8, 4, 16)
KINDS(MUST, 64, 64, 64)
KINDS(MUST, 100, 100, 100)
KINDS(MUST | SMALL, 33, 31, 17)

/// Some sizes constant, others not.
FORM(four_columns, RRR, 0, ABC(int, restrict), ABC_ARGS, 0, 4) {
  UP(int, i, M)
  UP(int, k, K) UP(int, j, 4) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
FORM(sixteen_rows, RRR, 0, ABC(int, restrict), ABC_ARGS, 16) {
  UP(int, i, 16)
  UP(int, j, N) UP(int, k, K) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
FORM(eight_deep, RRR, 0, ABC(int, restrict), ABC_ARGS, 0, 0, 8) {
  UP(int, i, M)
  UP(int, j, N) UP(int, k, 8) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}

/// Flat, with the leading dimension a constant, as generated code often is.
FORM(flat_16, RRR, MUST | SMALL,
     (const T *restrict A, const T *restrict B, T *restrict C), ARGS, 16, 16,
     16, 16, 16, 16) {
  UP(int, i, 16)
  UP(int, j, 16) UP(int, k, 16) C[i * 16 + j] += A[i * 16 + k] * B[k * 16 + j];
}
FORM(flat_16_columns, LLL, MUST | SMALL,
     (const T *restrict A, const T *restrict B, T *restrict C), ARGS, 16, 16,
     16, 16, 16, 16) {
  UP(int, j, 16)
  UP(int, k, 16) UP(int, i, 16) C[i + 16 * j] += A[i + 16 * k] * B[k + 16 * j];
}
/// Wider rows than the product.
FORM(part_of_64, RRR, MUST | SMALL,
     (const T A[restrict][64], const T B[restrict][64], T C[restrict][64]),
     ARGS, 16, 16, 16, 64, 64, 64) {
  BODY_mem(16, 16, 16, long)
}
FORM(batched_4x4x4, RRR, SMALL | BATCH,
     (long count, const T A[restrict][4][4], const T B[restrict][4][4],
      T C[restrict][4][4]),
     (p->batch, p->A, p->B, p->C), 4, 4, 4, 4, 4, 4) {
  UP(long, b, count)
  UP(int, i, 4)
  UP(int, j, 4) UP(int, k, 4) C[b][i][j] += A[b][i][k] * B[b][k][j];
}
