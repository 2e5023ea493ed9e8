//===- integers.c - What C's promotions make of integer products ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{bytes} = int8_t:int8_t:int32_t,uint8_t:int8_t:int32_t,int8_t:uint8_t:int32_t,uint8_t:uint8_t:uint32_t,uint8_t:uint8_t:int32_t
// DEFINE: %{words} = int16_t:int16_t:int64_t,uint16_t:uint16_t:int64_t,uint16_t:int16_t:int64_t,int16_t:uint8_t:int32_t,int16_t:uint16_t:int32_t,int32_t:int8_t:int64_t,int32_t:int32_t:int64_t
// DEFINE: %{narrow} = uint8_t,int8_t,int16_t,uint8_t:int8_t:int16_t
// RUN: %exec %s --types=%{bytes} --deal=2
// RUN: %exec %s --types=%{words},%{narrow} --sizes=small --deal=8
// RUN: %exec %s --types=int8_t:uint8_t:int32_t,%{narrow},uint16_t \
// RUN:   --blocks --sizes=small --deal=4 --flags="-O3 -march=native -fwrapv"
// RUN: %exec %s --types=%{words},int32_t:int16_t:int16_t --blocks --deal=8 \
// RUN:   --sizes=small --flags="-O2" --no-must
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define IJ UP(int, i, M) UP(int, j, N)
#define IK UP(int, i, M) UP(int, k, K)
#define J UP(int, j, N)
#define K_ UP(int, k, K)
#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]

#define UPDATE(NAME, FLAGS)                                                    \
  FORM(NAME, RRR, FLAGS, ABCS(int, restrict), ABCS_ARGS)

/// The compiler drops what it knows of overflow when it moves constants and
/// signs in an int, which is not the sum's type.
#define SAME_TYPE (sizeof(T) <= sizeof(int) ? MUST : 0)

/// The product is an int, which is extended when the sum is wider.
UPDATE(promoted, MUST) { IJ K_ C_ += A_ * B_; }
UPDATE(promoted_rows, MUST) { IK J C_ -= A_ * B_; }
UPDATE(promoted_scalar, MUST) { IJ { T s = 0; K_ s += A_ * B_; C_ = s; } }
UPDATE(widened_product, MUST) { IJ K_ C_ += (int64_t)(A_ * B_); }
UPDATE(negated_product, SAME_TYPE) { IJ K_ C_ += -(A_ * B_); }
UPDATE(negated_alpha, SAME_TYPE) { IJ K_ C_ += (A_ * B_) * -alpha; }
UPDATE(negated_factor, SAME_TYPE) { IJ K_ C_ -= A_ * -B_; }

/// Constants become shifts; factors are dealt out to both operands.
UPDATE(twice, SAME_TYPE) { IJ K_ C_ += 2 * A_ * B_; }
UPDATE(minus_four_times, SAME_TYPE) { IJ K_ C_ += A_ * -4 * B_; }
UPDATE(eight_times_product, SAME_TYPE) { IJ K_ C_ += (A_ * B_) * 8; }
UPDATE(alpha_twice, MUST) { IJ K_ C_ += alpha * (A_ * B_) * alpha; }
UPDATE(alpha_beta_rows, MUST) { IK J C_ += (alpha * A_) * (B_ * beta); }
FORM(weighted, RRR, SAME_TYPE,
     (int M, int N, int K, const TA *restrict A, int lda, const TB *restrict B,
      int ldb, T *restrict C, int ldc, const TB *restrict D),
     (p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc, p->B)) {
  IJ K_ C_ += (A_ * B_) * (D[k * ldb] >> 4);
}

/// Zero points, clamps and conversions of the operands and of the result.
UPDATE(zero_points, MUST) { IJ K_ C_ += (A_ - 3) * (B_ - alpha); }
UPDATE(bits, MUST) { IJ K_ C_ += (A_ & 15) * (B_ >> 1); }
UPDATE(requantized, MUST) {
  IJ {
    int32_t s = 0;
    K_ s += A_ * B_;
    int32_t x = (s >> 4) + 7;
    C_ = x < 0 ? 0 : x > 100 ? 100 : x;
  }
}
UPDATE(wide_sum, MUST) { IJ { int64_t s = 0; K_ s += (int64_t)A_ * B_; C_ = s; } }
UPDATE(booleans, MUST) {
  IJ { int s = 0; K_ s += (A_ != 0) * (B_ > 1); C_ = s; }
}

/// Not sums of products of the sum's type.
UPDATE(shifted_products, MUSTNOT) { IJ K_ C_ += (A_ * B_) >> 1; }
UPDATE(quotients, MUSTNOT) { IJ K_ C_ += (A_ * B_) / 3; }
UPDATE(saturated, MUSTNOT) {
  IJ { T s = 0; K_ { int x = s + A_ * B_; s = x > 90 ? 90 : x; } C_ = s; }
}
