//===- dispatch.c - Kernels for better processors give the same bits ------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs for any x86-64 processor, whose plain build fuses nothing. A CPU model
// of our own says which kernel is taken: for AVX2 here, for AVX-512 in
// dispatch-avx512.test. pipeline/dispatch-links.test asks the processor.
//
// REQUIRES: native-avx2
// DEFINE: %{level} = 3
// DEFINE: %{run} = %exec %s --plugin-flags="-mllvm -gemmify-dispatch" \
// DEFINE:   --link-flags="%S/Inputs/cpu-model.c -DLEVEL=%{level}" --sizes=small
//
// Multiply-adds that the front end has put together, and flags that allow the
// code generator to do so.
// RUN: %{run} --flags=-O3
// RUN: %{run} --types=float --flags="-O2 -ffp-contract=fast" --blocks
//
// Bytes and words, and sums of them that become floats.
// RUN: %{run} --types=int8_t:int8_t:int32_t,int16_t:int16_t:int32_t,int8_t:int8_t:float \
// RUN:   --flags=-O3 --blocks
//
// A processor that has nothing more.
// REDEFINE: %{level} = 1
// RUN: %{run} --types=float --flags=-O3
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define IJ UP(int, i, M) UP(int, j, N)
#define K_ UP(int, k, K)
#define C_ C[i * ldc + j]
#define A_ ((Sum)A[i * lda + k])
#define B_ ((Sum)B[k * ldb + j])

/// Sums of integers are integers, also where the result is a float.
#define IS_INT(X) _Generic((X)0, float: 0, double: 0, default: 1)
typedef __typeof__(__builtin_choose_expr(IS_INT(TA), 0, (T)0)) Sum;

#define UPDATE(NAME) FORM(NAME, RRR, MUST, ABCS(int, restrict), ABCS_ARGS)

UPDATE(assign) { IJ { Sum s = 0; K_ s += A_ * B_; C_ = s; } }
UPDATE(scaled) { IJ { Sum s = 0; K_ s += A_ * B_; C_ = alpha * s + beta * C_; } }
UPDATE(polynomial) {
  IJ {
    Sum s = 0;
    K_ s += A_ * B_;
    C_ = (alpha * s + beta) * s + C_;
  }
}
UPDATE(difference) { IJ { Sum s = 7; K_ s -= A_ * B_; C_ = C_ - beta * s; } }
UPDATE(affine) { IJ { Sum s = 0; K_ s += (A_ * 3 + 5) * (2 - B_ * 9); C_ = s; } }
UPDATE(plus_one) { IJ { Sum s = 0; K_ s += ((A_ + 1) * 3) * B_; C_ = (s + 1) * 3; } }
FORM(columns, LLL, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, j, N) UP(long, i, M) {
    Sum s = C[i + j * ldc];
    UP(long, k, K) s += (Sum)A[i + k * lda] * (Sum)B[k + j * ldb];
    C[i + j * ldc] = s;
  }
}
/// An int that becomes a float each time is no sum.
FORM(rows, RRR, IS_INT(TA) == IS_INT(T) ? MUST : 0, ABCS(int, restrict), ABCS_ARGS) {
  UP(int, i, M) {
    UP(int, j, N) C_ *= beta;
    K_ UP(int, j, N) C_ += A_ * B_;
  }
}
