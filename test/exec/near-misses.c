//===- near-misses.c - Nests that look alike and are something else -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=float
// RUN: %exec %s --types=double --flags="-O2 -march=x86-64-v3" --sizes=small
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define IJK UP(int, i, M) UP(int, j, N) UP(int, k, K)
#define NOT(NAME, R) FORM(NAME, RRR, MUSTNOT, ABC(int, R), ABC_ARGS)
#define MAY(NAME, R) FORM(NAME, RRR, 0, ABC(int, R), ABC_ARGS)

NOT(maximum, restrict) {
  IJK { T x = A_ * B_; C_ = C_ > x ? C_ : x; }
}
NOT(sum_of_sums, restrict) { IJK C_ += A_ + B_; }
NOT(product_of_products, restrict) { IJK C_ *= A_ * B_; }
NOT(quotient, restrict) { IJK C_ += A_ / B_; }
NOT(condition, restrict) { IJK if (A_ > 0) C_ += A_ * B_; }
FORM(skips_zero, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) UP(int, k, K) {
    if (A_ == 0)
      continue;
    UP(int, j, N) C_ += A_ * B_;
  }
}
NOT(triangular_k, restrict) {
  UP(int, i, M) UP(int, j, N) for (int k = 0; k < K && k <= i; k++) C_ +=
      A_ * B_;
}
NOT(triangular_j, restrict) {
  UP(int, i, M) for (int j = 0; j < N && j <= 2 * i; j++) UP(int, k, K) C_ +=
      A_ * B_;
}
NOT(early_exit, restrict) {
  IJK {
    if (C_ > 1)
      return;
    C_ += A_ * B_;
  }
}
NOT(volatile_result, restrict) { IJK *(volatile T *)&C_ += A_ * B_; }
NOT(volatile_operand, restrict) { IJK C_ += *(const volatile T *)&A_ * B_; }
NOT(extra_store, restrict) {
  UP(int, i, M) UP(int, j, N) UP(int, k, K) {
    C_ += A_ * B_;
    C[i * ldc] = C_;
  }
}
NOT(shifted_result, restrict) {
  UP(int, i, M) for (int j = 0; j + 1 < N; j++) UP(int, k, K) C[i * ldc + j +
                                                                1] =
      C_ + A_ * B_;
}
NOT(sum_carried_over, restrict) {
  UP(int, i, M) {
    T s = 0;
    UP(int, j, N) {
      UP(int, k, K) s += A_ * B_;
      C_ = s;
    }
  }
}
NOT(elementwise, restrict) {
  UP(int, i, M) UP(int, j, N) UP(int, k, K) C_ += A_ * A[i * lda + k];
}
NOT(quadratic_index, restrict) {
  UP(int, i, M) UP(int, j, N) for (int k = 0; k * k < K; k++) C_ +=
      A[i * lda + k * k] * B_;
}

__attribute__((noinline)) static void touch(const T *x) {
  __asm__ volatile("" : : "r"(x) : "memory");
}
NOT(call_inside, restrict) {
  IJK {
    touch(&A_);
    C_ += A_ * B_;
  }
}

/// Functions that ask to be left alone.
__attribute__((optnone)) NOT(optnone, restrict) { IJK C_ += A_ * B_; }
__attribute__((minsize)) NOT(minsize, restrict) { IJK C_ += A_ * B_; }

/// Strides over the operands: may be rewritten, has to be right.
MAY(k_by_two, restrict) {
  UP(int, i, M) UP(int, j, N) for (int k = 0; k < K; k += 2) C_ += A_ * B_;
}
MAY(j_by_three, restrict) {
  UP(int, i, M) for (int j = 0; j < N; j += 3) UP(int, k, K) C_ += A_ * B_;
}
/// A second use of the loaded values.
MAY(two_sums, restrict) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0, t = 0;
    UP(int, k, K) {
      s += A_ * B_;
      t += A_;
    }
    C_ = s + t;
  }
}
MAY(sum_of_two_products, restrict) { IJK C_ += A_ * B_ + A_ * B_; }
MAY(square, restrict) { IJK C_ += A_ * B_ * B_; }
MAY(rows_only, restrict) {
  UP(int, i, M) UP(int, j, N) UP(int, k, K) C[i * ldc] += A_ * B_;
}
MAY(no_loop_over_a, restrict) { IJK C_ += A[k] * B_; }
MAY(last_value_used, restrict) {
  T last = 0;
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    UP(int, k, K) s += A_ * B_;
    C_ = last = s;
  }
  if (M > 0 && N > 0)
    C[0] = last + 1;
}
