//===- triangles.c - Products of which a triangle of C exists -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=double
// RUN: %exec %s --blocks --expect-heap --sizes=small --types=float
// RUN: %exec %s --flags="-O2 -march=x86-64-v3" --types=int32_t,_Float16:_Float16:float --sizes=small
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define C_ C[i * ldc + j]
#define A_ (T) A[i * lda + k]
#define B_ (T) B[k * ldb + j]
#define STEP C_ += A_ * B_;
#define FROM(I, V, LO, HI) for (I V = (LO); V < (HI); ++V)
#define L(I) UP(I, k, K)
#define SCALAR(I)                                                              \
  {                                                                            \
    T s = 0;                                                                   \
    L(I) s += A_ * B_;                                                         \
    C_ = s;                                                                    \
  }

/// Of the largest square of C.
#define TRI(NAME, I)                                                           \
  FORM(NAME##_##I, RRR, MUST, ABC(I, restrict), ABC_ARGS)
#define SQUARE(I) I S = MIN(M, N);

#define SOME(I)                                                                \
  TRI(below, I) { SQUARE(I) UP(I, i, S) FROM(I, j, 0, i) SCALAR(I) }           \
  TRI(upper, I) { SQUARE(I) UP(I, i, S) FROM(I, j, i, S) SCALAR(I) }           \
  TRI(above_in_memory, I) {                                                    \
    SQUARE(I) UP(I, i, S) L(I) FROM(I, j, i + 1, S) STEP                       \
  }                                                                            \
  TRI(cut_off, I) { UP(I, i, M) for (I j = 0; j <= i && j < N; j++) L(I) STEP }
SOME(int)
SOME(long)

TRI(lower, int) { SQUARE(int) UP(int, i, S) FROM(int, j, 0, i + 1) L(int) STEP }
TRI(above, long) {
  SQUARE(long) UP(long, i, S) FROM(long, j, i + 1, S) L(long) STEP
}
TRI(corner, int) { SQUARE(int) UP(int, i, S) FROM(int, j, 0, S - i) L(int) STEP }
TRI(lower_in_memory, int) {
  SQUARE(int) UP(int, i, S) L(int) FROM(int, j, 0, i + 1) STEP
}
TRI(outer_sum, int) {
  SQUARE(int) L(int) UP(int, i, S) FROM(int, j, 0, i + 1) STEP
}
TRI(by_columns, long) {
  SQUARE(long) UP(long, j, S) FROM(long, i, j, S) L(long) STEP
}
TRI(columns_in_memory, int) {
  SQUARE(int) UP(int, j, S) L(int) FROM(int, i, j, S) STEP
}

/// Offsets in both directions, up to where nothing is left; cut off by C.
#define OFF_ABC                                                                \
  (int o, int M, int N, int K, const TA *restrict A, int lda,                  \
   const TB *restrict B, int ldb, T *restrict C, int ldc)
#define OFF_ARGS(O)                                                            \
  (O, p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)
#define OFF(NAME, O, FLAGS) FORM(NAME, RRR, MUST | FLAGS, OFF_ABC, OFF_ARGS(O))
#define OFFSETS(TAG, O, FLAGS, FALLING)                                                        \
  OFF(before_##TAG, O, FLAGS) {                                                       \
    UP(int, i, M) FROM(int, j, 0, MIN(i + o, N)) L(int) STEP                   \
  }                                                                            \
  OFF(before_falling_##TAG, O, FALLING) {                                               \
    UP(int, i, M) FROM(int, j, 0, MIN(o - i, N)) L(int) STEP                   \
  }                                                                            \
  OFF(before_in_memory_##TAG, O, FLAGS) {                                             \
    UP(int, i, M) L(int) FROM(int, j, 0, MIN(i + o, N)) STEP                   \
  }
OFFSETS(few, 3, 0, 0)
OFFSETS(many, 40, 0, 0)
OFFSETS(less, -3, 0, SMALL)
OFFSETS(none, -100, SMALL, SMALL)
OFFSETS(all, 1000, 0, 0)
/// From a column on that no row is left of.
OFF(behind_few, 3, 0) { UP(int, i, M) FROM(int, j, i + o, N) L(int) STEP }
OFF(behind_most, p->n > 2 ? p->n - 2 : 0, 0) { UP(int, i, M) FROM(int, j, i + o, N) SCALAR(int) }
OFF(behind_all, p->n, SMALL) { UP(int, i, M) FROM(int, j, i + o, N) L(int) STEP }

#define SCALED(NAME)                                                           \
  FORM(NAME, RRR, MUST, ABCS(int, restrict), ABCS_ARGS)
SCALED(beta_lower) {
  SQUARE(int) UP(int, i, S) {
    FROM(int, j, 0, i + 1) C_ *= beta;
    L(int) FROM(int, j, 0, i + 1) C_ += alpha * A_ * B_;
  }
}
SCALED(beta_below) {
  SQUARE(int) UP(int, i, S) {
    FROM(int, j, 0, i) C_ *= beta;
    L(int) FROM(int, j, 0, i) C_ += alpha * A_ * B_;
  }
}
SCALED(zero_lower) {
  SQUARE(int) UP(int, i, S) {
    FROM(int, j, 0, i + 1) C_ = 0;
    L(int) FROM(int, j, 0, i + 1) C_ += alpha * A_ * B_;
  }
}
TRI(zero_above, long) {
  SQUARE(long) UP(long, i, S) {
    FROM(long, j, i + 1, S) C_ = 0;
    L(long) FROM(long, j, i + 1, S) C_ += A_ * B_;
  }
}
SCALED(final_upper) {
  SQUARE(int) UP(int, i, S) FROM(int, j, i, S) {
    T s = 0;
    L(int) s += A_ * B_;
    C_ = alpha * s + beta * C_;
  }
}
SCALED(bias_and_clamp) {
  SQUARE(int) UP(int, i, S) FROM(int, j, 0, i + 1) {
    T s = alpha * i + j;
    L(int) s += A_ * B_;
    C_ = s > 0 ? s : 0;
  }
}
/// Both operands are A; C is column-major.
FORM(rank_k, RRL, MUST, ABC(int, restrict), ABC_ARGS) {
  SQUARE(int) UP(int, j, S) FROM(int, i, j, S) L(int) C[i + j * ldc] +=
      A_ * (T)A[j * lda + k];
}
FORM(rank_k_transposed, LRL, MUST, ABC(int, restrict), ABC_ARGS) {
  SQUARE(int) UP(int, j, S) L(int) FROM(int, i, 0, j + 1) C[i + j * ldc] -=
      (T)A[i + k * lda] * (T)A[j + k * lda];
}
FORM(may_overlap, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  SQUARE(int) UP(int, i, S) FROM(int, j, 0, i + 1) L(int) STEP
}
FORM(may_overlap_above, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  SQUARE(long) UP(long, i, S) L(long) FROM(long, j, i + 1, S) STEP
}
/// Attention that looks back only: a triangle for each head.
FORM(heads, RRR, MUST | BATCH,
     (int P, int M, int N, int K, const TA *restrict A, int lda,
      const TB *restrict B, int ldb, T *restrict C, int ldc),
     (p->batch, p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)) {
  UP(int, b, P) UP(int, i, M) for (int j = 0; j <= i && j < N; j++) {
    T s = 0;
    L(int) s += (T)A[(b * M + i) * lda + k] * (T)B[(b * K + k) * ldb + j];
    C[(b * M + i) * ldc + j] = s;
  }
}
