//===- steps.c - Steps of k that have several products --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=double --sizes=small
// RUN: %exec %s --blocks --expect-heap --sizes=small --types=float
// RUN: %exec %s --flags="-O2 -march=x86-64-v3 -ffp-contract=off" --types=double,int8_t:int8_t:int32_t --sizes=small
// RUN: %exec %s --flags="-O3 -march=x86-64-v3 -ffp-contract=fast -DBY_FLAGS" --types=float --sizes=small
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define C_ C[i * ldc + j]
#define A_(R) ((T)A[(R) * lda + k])
#define B_(R) ((T)B[(R) * ldb + k])
#define FROM(I, V, LO, HI) for (I V = (LO); V < (HI); ++V)
#define L(I) UP(I, k, K)

/// Not where flags let the code generator fuse products, and it has a choice.
#ifdef BY_FLAGS
#define TURN 0
#else
#define TURN MUST
#endif
#define SQUARE(NAME, I)                                                        \
  FORM(NAME##_##I, RLR, MUST, ABC(I, restrict), ABC_ARGS)
#define MAYBE(NAME, I)                                                         \
  FORM(NAME##_##I, RLR, TURN, ABC(I, restrict), ABC_ARGS)
/// Of the largest square of C: A and B have as many rows.
#define S_ MIN(M, N)
#define BOTH C_ += A_(i) * B_(j), C_ += B_(i) * A_(j);
#define FIRST C_ += A_(i) * B_(j) + B_(i) * A_(j);

#define SOME(I)                                                                \
  MAYBE(in_turn, I) {                                                         \
    UP(I, i, S_) UP(I, j, S_) {                                                \
      T s = 0;                                                                 \
      L(I) {                                                                   \
        s += A_(i) * B_(j);                                                    \
        s += B_(i) * A_(j);                                                    \
      }                                                                        \
      C_ = s;                                                                  \
    }                                                                          \
  }                                                                            \
  MAYBE(in_memory, I) { UP(I, i, S_) UP(I, j, S_) L(I) BOTH }              \
  SQUARE(middle, I) { UP(I, i, S_) L(I) UP(I, j, S_) BOTH }                 \
  SQUARE(outer, I) { L(I) UP(I, i, S_) UP(I, j, S_) BOTH }                  \
  MAYBE(lower, I) { UP(I, i, S_) FROM(I, j, 0, i + 1) L(I) BOTH }          \
  SQUARE(above, I) { UP(I, i, S_) L(I) FROM(I, j, i + 1, S_) BOTH }         \
  MAYBE(first, I) { UP(I, i, S_) UP(I, j, S_) L(I) FIRST }                    \
  MAYBE(first_middle, I) { UP(I, i, S_) L(I) UP(I, j, S_) FIRST }             \
  MAYBE(first_outer, I) { L(I) UP(I, i, S_) UP(I, j, S_) FIRST }              \
  MAYBE(first_lower, I) { UP(I, i, S_) L(I) FROM(I, j, 0, i + 1) FIRST }
SOME(int)
SOME(long)

/// Signs of products and of their sum.
#define SIGNS(NAME, STEP)                                                      \
  MAYBE(NAME, long) { UP(long, i, S_) UP(long, j, S_) L(long) C_ STEP; }
SIGNS(minus, -= A_(i) * B_(j) + B_(i) * A_(j))
SIGNS(minus_second, += A_(i) * B_(j) - B_(i) * A_(j))
SIGNS(minus_first, += -(A_(i) * B_(j)) + B_(i) * A_(j))
SIGNS(minus_difference, -= A_(i) * B_(j) - B_(i) * A_(j))
SIGNS(three, += A_(i) * B_(j) + B_(i) * A_(j) + A_(i) * A_(j))
SIGNS(four, -= A_(i) * B_(j) - B_(i) * A_(j) + A_(i) * A_(j) - B_(i) * B_(j))
MAYBE(minus_in_turn, long) {
  UP(long, i, S_) UP(long, j, S_) L(long) {
    C_ += A_(i) * B_(j);
    C_ -= B_(i) * A_(j);
  }
}
MAYBE(three_in_turn, int) {
  UP(int, i, S_) UP(int, j, S_) L(int) {
    C_ -= A_(i) * B_(j);
    C_ += B_(i) * A_(j);
    C_ -= B_(i) * B_(j);
  }
}

/// Sums of products, one after the other.
MAYBE(sums_in_turn, long) {
  UP(long, i, S_) UP(long, j, S_) L(long) {
    C_ += A_(i) * B_(j) + B_(i) * A_(j);
    C_ += A_(i) * A_(j) - B_(i) * B_(j);
  }
}
MAYBE(sums_less_in_turn, int) {
  UP(int, i, S_) L(int) FROM(int, j, 0, i + 1) {
    C_ -= A_(i) * B_(j) - B_(i) * A_(j);
    C_ -= -(A_(i) * A_(j)) + B_(i) * B_(j);
  }
}

/// The way that PolyBench and the reference BLAS write it.
#define SCALED(NAME, FLAGS)                                                    \
  FORM(NAME, RLR, FLAGS, ABCS(int, restrict), ABCS_ARGS)
SCALED(polybench, TURN) {
  UP(int, i, S_) {
    FROM(int, j, 0, i + 1) C_ *= beta;
    L(int) FROM(int, j, 0, i + 1)
      C_ += A_(j) * alpha * B_(i) + B_(j) * alpha * A_(i);
  }
}
SCALED(blas, TURN) {
  const int S = S_;
  UP(int, i, S) {
    FROM(int, j, 0, i + 1) C_ = beta * C_;
    L(int) {
      const T b = alpha * B_(i), a = alpha * A_(i);
      FROM(int, j, 0, i + 1) C_ = C_ + A_(j) * b + B_(j) * a;
    }
  }
}
SCALED(final, TURN) {
  UP(int, i, S_) FROM(int, j, 0, i + 1) {
    T s = beta;
    L(int) {
      s += A_(i) * B_(j);
      s += B_(i) * A_(j);
    }
    C_ = alpha * s + C_;
  }
}
FORM(may_overlap, RLR, TURN | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, S_) UP(long, j, S_) {
    T s = C_;
    L(long) s += A_(i) * B_(j) + B_(i) * A_(j);
    C_ = s;
  }
}
FORM(may_overlap_in_turn, RLR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  UP(int, i, S_) L(int) FROM(int, j, 0, i + 1) {
    C_ += A_(i) * B_(j);
    C_ += B_(i) * A_(j);
  }
}
/// Copies in the body that are rounded together.
FORM(unrolled, RRR, TURN, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    for (long k = 0; k < K - 1; k += 2)
      s += (T)A[i * lda + k] * (T)B[k * ldb + j] +
           (T)A[i * lda + k + 1] * (T)B[(k + 1) * ldb + j];
    C_ = s;
  }
}
