//===- overlap.c - Operands that may share memory -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s
// RUN: %exec %s --blocks --sizes=small
//
// Without restrict, and run with C on top of A or B, beside them in the rows of
// one array (blocked LU), with rows of C on top of each other, and with
// negative leading dimensions: see alias_names in memory.c.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define FREE(NAME, I) FORM(NAME##_##I, RRR, MUST | ALIAS, ABC(I, ), ABC_ARGS)

#define FORMS(I)                                                               \
  FREE(ijk, I) { UP(I, i, M) UP(I, j, N) UP(I, k, K) C_ += A_ * B_; }          \
  FREE(ikj, I) { UP(I, i, M) UP(I, k, K) UP(I, j, N) C_ += A_ * B_; }          \
  FREE(jki, I) { UP(I, j, N) UP(I, k, K) UP(I, i, M) C_ -= A_ * B_; }          \
  FREE(kij, I) { UP(I, k, K) UP(I, i, M) UP(I, j, N) C_ -= A_ * B_; }          \
  FREE(scalar, I) {                                                            \
    UP(I, i, M) UP(I, j, N) {                                                  \
      T s = 0;                                                                 \
      UP(I, k, K) s += A_ * B_;                                                \
      C_ = s;                                                                  \
    }                                                                          \
  }                                                                            \
  FREE(add_sum, I) {                                                           \
    UP(I, i, M) UP(I, j, N) {                                                  \
      T s = 0;                                                                 \
      UP(I, k, K) s += A_ * B_;                                                \
      C_ += s;                                                                 \
    }                                                                          \
  }                                                                            \
  FREE(zero_memory, I) {                                                       \
    UP(I, i, M) UP(I, j, N) {                                                  \
      C_ = 0;                                                                  \
      UP(I, k, K) C_ += A_ * B_;                                               \
    }                                                                          \
  }                                                                            \
  FREE(downward, I) { DOWN(I, i, M) DOWN(I, j, N) DOWN(I, k, K) C_ += A_ * B_; }

FORMS(int)
FORMS(long)

#define SCALED(NAME) FORM(NAME, RRR, MUST | ALIAS, ABCS(int, ), ABCS_ARGS)
SCALED(polybench_gemm) {
  UP(int, i, M) {
    UP(int, j, N) C_ *= beta;
    UP(int, k, K) UP(int, j, N) C_ += alpha * A_ * B_;
  }
}
SCALED(alpha_sum_beta_c) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    UP(int, k, K) s += A_ * B_;
    C_ = alpha * s + beta * C_;
  }
}

FORM(unsigned_ijk, RRR, MUST | ALIAS | UNSIGNED, ABC(unsigned, ), ABC_ARGS) {
  UP(unsigned, i, M) UP(unsigned, j, N) UP(unsigned, k, K) C_ += A_ * B_;
}
FORM(size_t_ikj, RRR, MUST | ALIAS | UNSIGNED, ABC(size_t, ), ABC_ARGS) {
  UP(size_t, i, M) UP(size_t, k, K) UP(size_t, j, N) C_ += A_ * B_;
}

/// Column-major C, and mixed layouts.
FORM(columns, LLL, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  UP(int, j, N)
  UP(int, k, K) UP(int, i, M) C[i + j * ldc] += A[i + k * lda] * B[k + j * ldb];
}
FORM(mixed, RLL, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  UP(int, j, N)
  UP(int, i, M) UP(int, k, K) C[i + j * ldc] += A[i * lda + k] * B[k + j * ldb];
}

/// A blocked LU step: every operand is a part of the array that C names.
FORM(lu_flat, RRR, MUST, (long n, long b, T *X, long ld),
     (p->n < p->m ? p->n : p->m, (p->n < p->m ? p->n : p->m) / 3, p->C,
      p->ldc)) {
  for (long i = b; i < n; i++)
    for (long j = b; j < n; j++)
      for (long k = 0; k < b; k++)
        X[i * ld + j] -= X[i * ld + k] * X[k * ld + j];
}
FORM(lu_square, RRR, MUST, (T X[100][100]), (p->C), 100, 100, 100, 100, 100,
     100) {
  for (int i = 32; i < 100; i++)
    for (int j = 32; j < 100; j++)
      for (int k = 0; k < 32; k++)
        X[i][j] -= X[i][k] * X[k][j];
}
/// The same with a block size that makes the parts touch or overlap.
FORM(lu_overlapping, RRR, 0, (T X[100][100], int b, int kb),
     (p->C, 32, 40), 100, 100, 100, 100, 100, 100) {
  for (int i = b; i < 100; i++)
    for (int j = b; j < 100; j++)
      for (int k = 0; k < kb; k++)
        X[i][j] -= X[i][k] * X[k][j];
}
/// C is squared in place: never a product of matrices.
FORM(in_place, RRR, 0, (T X[64][64]), (p->C), 64, 64, 64, 64, 64, 64) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        X[i][j] += X[i][k] * X[k][j];
}
