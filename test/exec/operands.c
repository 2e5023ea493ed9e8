//===- operands.c - How the operands are declared -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s
// RUN: %exec %s --blocks --deal=4 --sizes=small
// RUN: %exec %s --flags="-O2" --types=float --deal=4 --sizes=small
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <string.h>

#define NEST(I)                                                                \
  UP(I, i, M) UP(I, j, N) UP(I, k, K) C[i][j] += A[i][k] * B[k][j];
#define NEST_ROWS(I)                                                           \
  UP(I, i, M) UP(I, k, K) UP(I, j, N) C[i][j] += A[i][k] * B[k][j];
#define NEST_SCALAR(I)                                                         \
  UP(I, i, M) UP(I, j, N) {                                                    \
    T s = 0;                                                                   \
    UP(I, k, K) s += A[i][k] * B[k][j];                                        \
    C[i][j] = s;                                                               \
  }

/// Each declaration with three nests.
#define THREE(NAME, LAYOUT, FLAGS, PARAMS, ARGS, I, ...)                       \
  FORM(NAME##_mem, LAYOUT, FLAGS, PARAMS, ARGS, __VA_ARGS__) { NEST(I) }       \
  FORM(NAME##_rows, LAYOUT, FLAGS, PARAMS, ARGS, __VA_ARGS__) { NEST_ROWS(I) } \
  FORM(NAME##_scalar, LAYOUT, FLAGS, PARAMS, ARGS, __VA_ARGS__) {              \
    NEST_SCALAR(I)                                                             \
  }

/// Variable-length arrays.
#define VLA(I)                                                                 \
  (I M, I N, I K, I lda, I ldb, I ldc, const T A[restrict M][lda],             \
   const T B[restrict K][ldb], T C[restrict M][ldc])
#define VLA_ARGS                                                               \
  (p->m, p->n, p->k, p->lda, p->ldb, p->ldc, p->A, p->B, p->C)
THREE(vla_int, RRR, MUST, VLA(int), VLA_ARGS, int)
THREE(vla_size_t, RRR, MUST | UNSIGNED, VLA(size_t), VLA_ARGS, size_t)

FORM(vla_local, RRR, MUST, (int M, int N, int K, const T *A_, int lda,
     const T *B_, int ldb, T *C_, int ldc), ABC_ARGS) {
  if (M < 1 || N < 1 || K < 1)
    return;
  T A[M][K], B[K][N], C[M][N];
  UP(int, i, M) memcpy(A[i], A_ + i * (long)lda, K * sizeof(T));
  UP(int, k, K) memcpy(B[k], B_ + k * (long)ldb, N * sizeof(T));
  UP(int, i, M) memcpy(C[i], C_ + i * (long)ldc, N * sizeof(T));
  NEST(int)
  UP(int, i, M) memcpy(C_ + i * (long)ldc, C[i], N * sizeof(T));
}

/// Pointers to arrays: run-time sizes in rows of constant length.
#define POINTERS(R)                                                            \
  (int M, int N, int K, const T(*R A)[128], const T(*R B)[128], T(*R C)[128])
#define POINTERS_ARGS (p->m, p->n, p->k, p->A, p->B, p->C)
THREE(pointer_to_array, RRR, MUST, POINTERS(restrict), POINTERS_ARGS, int, 0,
      0, 0, 128, 128, 128)
THREE(pointer_to_array_may_alias, RRR, MUST, POINTERS(), POINTERS_ARGS, int, 0,
      0, 0, 128, 128, 128)
THREE(pointer_to_array_long, RRR, MUST, POINTERS(), POINTERS_ARGS, long, 0, 0,
      0, 128, 128, 128)

/// Static 2-D arrays of constant size.
#define STATIC_2D(N) (const T A[N][N], const T B[N][N], T C[N][N])
#define STATIC_ARGS (p->A, p->B, p->C)
enum { M = 100, N = 100, K = 100 };
THREE(static_2d, RRR, MUST, STATIC_2D(100), STATIC_ARGS, int, 100, 100, 100,
      100, 100, 100)
#define RESTRICT_2D(N)                                                         \
  (const T A[restrict N][N], const T B[restrict N][N], T C[restrict N][N])
THREE(static_2d_restrict, RRR, MUST, RESTRICT_2D(100), STATIC_ARGS, int, 100,
      100, 100, 100, 100, 100)

/// Globals, of internal and of external linkage. The adapter copies.
static T gA[100][100], gB[100][100], gC[100][100];
T NAMED(xA)[100][100], NAMED(xB)[100][100], NAMED(xC)[100][100];

#define GLOBAL(NAME, PREFIX)                                                   \
  void NAMED(NAME)(void);                                                      \
  static void CAT(call_, NAME)(const struct problem *p) {                      \
    memcpy(PREFIX(A), p->A, sizeof gA);                                        \
    memcpy(PREFIX(B), p->B, sizeof gB);                                        \
    memcpy(PREFIX(C), p->C, sizeof gC);                                        \
    NAMED(NAME)();                                                             \
    memcpy(p->C, PREFIX(C), sizeof gC);                                        \
  }                                                                            \
  REGISTER(NAME, RRR, MUST, 100, 100, 100, 100, 100, 100)                      \
  __attribute__((noinline)) void NAMED(NAME)(void)
#define INTERNAL(X) g##X
#define EXTERNAL(X) NAMED(x##X)

GLOBAL(global_static_mem, INTERNAL) {
  UP(int, i, M) UP(int, j, N) UP(int, k, K) gC[i][j] += gA[i][k] * gB[k][j];
}
GLOBAL(global_static_rows, INTERNAL) {
  UP(int, i, M) UP(int, k, K) UP(int, j, N) gC[i][j] -= gA[i][k] * gB[k][j];
}
GLOBAL(global_extern_mem, EXTERNAL) {
  UP(int, j, N) UP(int, i, M) UP(int, k, K)
    NAMED(xC)[i][j] += NAMED(xA)[i][k] * NAMED(xB)[k][j];
}
GLOBAL(global_extern_scalar, EXTERNAL) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    UP(int, k, K) s += NAMED(xA)[i][k] * NAMED(xB)[k][j];
    NAMED(xC)[i][j] = s;
  }
}

/// Lower bounds other than zero, at run time and constant.
#define BOUNDS(I)                                                              \
  (I i0, I i1, I j0, I j1, I k0, I k1, const T *restrict A, I lda,             \
   const T *restrict B, I ldb, T *restrict C, I ldc)
#define BOUNDS_ARGS                                                            \
  (p->i0, p->i0 + p->m, p->j0, p->j0 + p->n, p->k0, p->k0 + p->k, p->A,        \
   p->lda, p->B, p->ldb, p->C, p->ldc)
#define FROM(I, v, lo, hi) for (I v = lo; v < hi; v++)
#define SUBMATRIX(I, LO)                                                       \
  FORM(lower_bounds_##LO##_##I, RRR, MUST | OFFSET, BOUNDS(I), BOUNDS_ARGS) {  \
    CAT(LO, _bounds)(I) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];     \
  }
#define run_time_bounds(I)                                                     \
  FROM(I, i, i0, i1) FROM(I, j, j0, j1) FROM(I, k, k0, k1)
#define constant_bounds(I) FROM(I, i, 2, i1) FROM(I, k, 3, k1) FROM(I, j, 1, j1)
SUBMATRIX(int, run_time)
SUBMATRIX(unsigned, run_time)
SUBMATRIX(long, run_time)
SUBMATRIX(size_t, run_time)
SUBMATRIX(int, constant)
SUBMATRIX(unsigned, constant)
SUBMATRIX(long, constant)

FORM(downward_to_lower_bound, RRR, MUST | OFFSET, BOUNDS(int), BOUNDS_ARGS) {
  for (int i = i1 - 1; i >= i0; i--)
    for (int j = j1 - 1; j >= j0; --j)
      for (int k = k1 - 1; k >= k0; k -= 1)
        C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}

/// One-based, as translated from Fortran.
FORM(one_based, LLL, MUST, ABC(int, restrict), ABC_ARGS) {
  for (int j = 1; j <= N; j++)
    for (int k = 1; k <= K; k++)
      for (int i = 1; i <= M; i++)
        C[(i - 1) + (j - 1) * ldc] += A[(i - 1) + (k - 1) * lda] *
                                      B[(k - 1) + (j - 1) * ldb];
}

/// Nests within further loops.
FORM(batched, RRR, MUST | BATCH,
     (int count, int M, int N, int K, const T *restrict A, int lda,
      const T *restrict B, int ldb, T *restrict C, int ldc),
     (p->batch, p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)) {
  UP(int, b, count)
  UP(int, i, M) UP(int, j, N) UP(int, k, K) C[(b * M + i) * ldc + j] +=
      A[(b * M + i) * lda + k] * B[(b * K + k) * ldb + j];
}

FORM(batched_pointers, RRR, MUST | BATCH,
     (long count, long M, long N, long K, const T *restrict A, long lda,
      const T *restrict B, long ldb, T *restrict C, long ldc),
     (p->batch, p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)) {
  for (long b = 0; b < count; b++) {
    UP(long, i, M) UP(long, j, N) {
      T s = 0;
      UP(long, k, K) s += A[i * lda + k] * B[k * ldb + j];
      C[i * ldc + j] = s;
    }
    A += M * lda;
    B += K * ldb;
    C += M * ldc;
  }
}

FORM(repeated, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, r, 3)
  UP(int, i, M) UP(int, j, N) UP(int, k, K) C[i * ldc + j] +=
      A[i * lda + k] * B[k * ldb + j];
}

/// Two products in one function.
FORM(two_products, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M)
  UP(int, j, N) UP(int, k, K) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
  UP(int, i, M)
  UP(int, k, K) UP(int, j, N) C[i * ldc + j] -= A[i * lda + k] * B[k * ldb + j];
}

/// Under conditions.
FORM(conditional, RRR, MUST | SMALL, ABCS(int, restrict), ABCS_ARGS) {
  if (alpha > beta) {
    UP(int, i, M) UP(int, j, N) UP(int, k, K) C[i * ldc + j] +=
        A[i * lda + k] * B[k * ldb + j];
  } else if (M == N && M > 0)
    C[0] = beta;
}
