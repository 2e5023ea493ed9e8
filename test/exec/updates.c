//===- updates.c - How the sum starts, is scaled, and ends ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s
// RUN: %exec %s --blocks --expect-heap --deal=4
// RUN: %exec %s --flags="-O3 -march=native -ffp-contract=off" --deal=4 --sizes=small
// RUN: %exec %s --flags="-O3 -march=native -ffp-contract=fast" --sizes=small \
// RUN:   --deal=4 --deal-from=1
// RUN: %exec %s --flags="-O3 -march=native -ffast-math" --tolerance \
// RUN:   --deal=4 --deal-from=2 --sizes=small
// RUN: %exec %s --flags="-O2" --types=double --deal=4 --deal-from=3 --sizes=small
// RUN: %exec %s --flags="-O1 -march=x86-64-v3" --types=float --sizes=small \
// RUN:   --deal=4 --deal-from=1
// RUN: %exec %s --types=float --sizes=slender
// RUN: %exec %s --flags="-O3 -march=x86-64-v3" --types=float --sizes=slender --deal=2
// RUN: %exec %s --flags=-O3 --types=double --sizes=slender --deal=2 --deal-from=1
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define IJ UP(int, i, M) UP(int, j, N)
#define IK UP(int, i, M) UP(int, k, K)
#define J UP(int, j, N)
#define K_ UP(int, k, K)

#define UPDATE(NAME) FORM(NAME, RRR, MUST, ABCS(int, restrict), ABCS_ARGS)

/// C =, C +=, C -=, with the sum in memory or in a scalar.
UPDATE(assign_scalar) { IJ { T s = 0; K_ s += A_ * B_; C_ = s; } }
UPDATE(assign_minus_zero) { IJ { T s = (T)-0.0; K_ s += A_ * B_; C_ = s; } }
UPDATE(assign_memory) { IJ { C_ = 0; K_ C_ += A_ * B_; } }
UPDATE(add_memory) { IJ K_ C_ += A_ * B_; }
UPDATE(add_scalar) { IJ { T s = C_; K_ s += A_ * B_; C_ = s; } }
UPDATE(add_sum) { IJ { T s = 0; K_ s += A_ * B_; C_ += s; } }
UPDATE(subtract_memory) { IJ K_ C_ -= A_ * B_; }
UPDATE(subtract_scalar) { IJ { T s = C_; K_ s -= A_ * B_; C_ = s; } }
UPDATE(subtract_sum) { IJ { T s = 0; K_ s += A_ * B_; C_ -= s; } }
UPDATE(negative_sum) { IJ { T s = 0; K_ s -= A_ * B_; C_ = s; } }
UPDATE(swapped_factors) { IJ K_ C_ += B_ * A_; }
UPDATE(swapped_sum) { IJ K_ C_ = A_ * B_ + C_; }
UPDATE(update_rows) { IK J C_ += A_ * B_; }
UPDATE(subtract_rows) { IK J C_ -= A_ * B_; }

/// The start value is set before the k loop, in the same nest.
UPDATE(zero_rows) {
  UP(int, i, M) {
    J C_ = 0;
    K_ J C_ += A_ * B_;
  }
}
UPDATE(zero_all) {
  IJ C_ = 0;
  IK J C_ += A_ * B_;
}
UPDATE(beta_element) { IJ { C_ *= beta; K_ C_ += A_ * B_; } }
UPDATE(beta_scalar) { IJ { T s = beta * C_; K_ s += A_ * B_; C_ = s; } }
UPDATE(beta_rows) {
  UP(int, i, M) {
    J C_ *= beta;
    K_ J C_ += A_ * B_;
  }
}
UPDATE(polybench_gemm) {
  UP(int, i, M) {
    J C_ *= beta;
    K_ J C_ += alpha * A_ * B_;
  }
}
UPDATE(beta_alpha_element) { IJ { C_ *= beta; K_ C_ += alpha * A_ * B_; } }
UPDATE(constant_start) { IJ { T s = (T)1.5; K_ s += A_ * B_; C_ = s; } }
UPDATE(scalar_start) { IJ { T s = beta; K_ s += A_ * B_; C_ = s; } }

/// alpha on A, on B, on the product, on the sum.
UPDATE(alpha_a) { IJ K_ C_ += (alpha * A_) * B_; }
UPDATE(alpha_a_right) { IJ K_ C_ += (A_ * alpha) * B_; }
UPDATE(alpha_b) { IJ K_ C_ += A_ * (alpha * B_); }
UPDATE(alpha_product) { IJ K_ C_ += alpha * (A_ * B_); }
UPDATE(alpha_product_right) { IJ K_ C_ += A_ * B_ * alpha; }
UPDATE(alpha_sum) { IJ { T s = 0; K_ s += A_ * B_; C_ = alpha * s; } }
UPDATE(alpha_sum_add) { IJ { T s = 0; K_ s += A_ * B_; C_ += alpha * s; } }
UPDATE(alpha_sum_subtract) { IJ { T s = 0; K_ s += A_ * B_; C_ -= alpha * s; } }
UPDATE(alpha_a_rows) { IK J C_ += alpha * A_ * B_; }
UPDATE(alpha_b_rows) { IK J C_ += A_ * (alpha * B_); }
UPDATE(alpha_hoisted) {
  IK {
    T t = alpha * A_;
    J C_ += t * B_;
  }
}
UPDATE(negated_a) { IJ K_ C_ += -A_ * B_; }
UPDATE(negated_b_rows) { IK J C_ += A_ * -B_; }

/// alpha·sum + beta·C.
UPDATE(alpha_sum_beta_c) {
  IJ { T s = 0; K_ s += A_ * B_; C_ = alpha * s + beta * C_; }
}
UPDATE(beta_c_alpha_sum) {
  IJ { T s = 0; K_ s += A_ * B_; C_ = beta * C_ + alpha * s; }
}
UPDATE(alpha_memory_beta) {
  UP(int, j, N) UP(int, i, M) {
    C_ = beta * C_;
    K_ C_ += alpha * (A_ * B_);
  }
}
/// The reference BLAS: column by column, beta first, alpha on B.
FORM(reference_blas, LLL, MUST, ABCS(int, restrict), ABCS_ARGS) {
  J {
    UP(int, i, M) C[i + j * ldc] = beta * C[i + j * ldc];
    K_ {
      T t = alpha * B[k + j * ldb];
      UP(int, i, M) C[i + j * ldc] += t * A[i + k * lda];
    }
  }
}
