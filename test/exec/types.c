//===- types.c - Operands of a narrower type than the sum -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{floats} = _Float16:_Float16:float,__bf16:__bf16:float,float:float:double,_Float16:_Float16:double,_Float16:float:float
// DEFINE: %{bytes} = int8_t:int8_t:int32_t,uint8_t:int8_t:int32_t,int8_t:uint8_t:int32_t,uint8_t:uint8_t:uint32_t
// DEFINE: %{words} = int16_t:int16_t:int64_t,uint16_t:int16_t:int64_t,int8_t:uint16_t:int32_t,int32_t:int32_t:int64_t,uint32_t:uint32_t:uint64_t
// DEFINE: %{narrow} = uint8_t,int8_t:int8_t:int16_t,int8_t,uint16_t
// DEFINE: %{same} = int32_t,int64_t,uint32_t,uint64_t
// DEFINE: %{some} = int16_t:int16_t:int64_t,uint32_t:uint32_t:uint64_t,int8_t:int8_t:int16_t,uint16_t,int32_t,uint64_t
// RUN: %exec %s --types=%{floats} --sizes=small
// RUN: %exec %s --types=%{bytes} --deal=4
// RUN: %exec %s --types=%{words},%{narrow},%{same} --deal=6 --sizes=small
// RUN: %exec %s --types=%{bytes},%{some} --deal=6 --sizes=small \
// RUN:   --blocks --expect-heap --flags="-O3 -march=native -fwrapv"
// RUN: %exec %s --types=%{bytes},int16_t:int16_t:int32_t,int16_t:uint8_t:int32_t \
// RUN:   --blocks --sizes=small --flags="-O3 -march=x86-64-v3" \
// RUN:   --only=add_memory,subtract_rows,zero_points,zero_point_a,zero_point_b,dot,columns
// RUN: %exec %s --types=%{bytes} --blocks --sizes=small \
// RUN:   --flags="-O2 -march=native -mprefer-vector-width=256" \
// RUN:   --only=subtract_rows,zero_points,dot
// RUN: %exec %s --types=_Float16:_Float16:float,__bf16:__bf16:float --deal=3 \
// RUN:   --blocks --sizes=small --flags="-O2 -march=x86-64-v3"
// RUN: %exec %s --types=int8_t:uint8_t:int32_t,int16_t:int16_t:int64_t,int64_t \
// RUN:   --deal=3 --sizes=small --flags=-O2
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define IJ UP(int, i, M) UP(int, j, N)
#define IK UP(int, i, M) UP(int, k, K)
#define J UP(int, j, N)
#define K_ UP(int, k, K)
#define C_ C[i * ldc + j]
#define A_ ((T)A[i * lda + k])
#define B_ ((T)B[k * ldb + j])

#define UPDATE(NAME) FORM(NAME, RRR, MUST, ABCS(int, restrict), ABCS_ARGS)

UPDATE(add_memory) { IJ K_ C_ += A_ * B_; }
UPDATE(subtract_memory) { IJ K_ C_ -= A_ * B_; }
UPDATE(add_rows) { IK J C_ += A_ * B_; }
UPDATE(subtract_rows) { IK J C_ -= A_ * B_; }
UPDATE(assign_scalar) { IJ { T s = 0; K_ s += A_ * B_; C_ = s; } }
UPDATE(add_scalar) { IJ { T s = 0; K_ s += B_ * A_; C_ += s; } }
UPDATE(zero_rows) {
  UP(int, i, M) {
    J C_ = 0;
    K_ J C_ += A_ * B_;
  }
}
UPDATE(negated_a) { IJ K_ C_ += -A_ * B_; }
UPDATE(zero_points) { IJ K_ C_ += (A_ - alpha) * (B_ - beta); }
UPDATE(zero_point_a) { IK J C_ -= (A_ + 9) * B_; }
UPDATE(zero_point_b) { IJ K_ C_ += A_ * (beta + B_); }
UPDATE(alpha_a) { IJ K_ C_ += (alpha * A_) * B_; }
UPDATE(alpha_product) { IJ K_ C_ += alpha * (A_ * B_); }
UPDATE(alpha_product_rows) { IK J C_ -= A_ * B_ * alpha; }
UPDATE(alpha_sum_beta_c) {
  IJ { T s = 0; K_ s += A_ * B_; C_ = alpha * s + beta * C_; }
}

/// Rows times rows, the form that plain compilers vectorize best.
#define DOT(NAME, R, FLAGS)                                                    \
  FORM(NAME, RLR, MUST | FLAGS, ABC(int, R), ABC_ARGS) {                       \
    IJ {                                                                       \
      T s = 0;                                                                 \
      K_ s += A_ * (T)B[k + j * ldb];                                          \
      C_ = s;                                                                  \
    }                                                                          \
  }
DOT(dot, restrict, 0)

FORM(columns, LLL, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, j, N) UP(long, k, K) UP(long, i, M) C[i + j * ldc] +=
      (T)A[i + k * lda] * (T)B[k + j * ldb];
}
FORM(mixed, LRL, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M) UP(long, j, N) UP(long, k, K) C[i + j * ldc] +=
      (T)A[i + k * lda] * (T)B[k * ldb + j];
}
FORM(strided, GGG, MUST,
     (long M, long N, long K, const TA *restrict A, long ra, long ca,
      const TB *restrict B, long rb, long cb, T *restrict C, long rc, long cc),
     (p->m, p->n, p->k, p->A, p->rsA, p->csA, p->B, p->rsB, p->csB, p->C,
      p->rsC, p->csC)) {
  UP(long, i, M) UP(long, j, N) UP(long, k, K) C[i * rc + j * cc] +=
      (T)A[i * ra + k * ca] * (T)B[k * rb + j * cb];
}

/// Operands that may lie in C: bytes may even where types differ.
FORM(may_overlap, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  IJ K_ C_ += A_ * B_;
}
FORM(may_overlap_rows, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  IK J C_ += A_ * B_;
}

/// Constant sizes: without packing, and as straight code.
#define FIXED(NAME, M, N, K)                                                   \
  FORM(NAME, RRR, 0,                                                           \
       (const TA A[restrict M][K], const TB B[restrict K][N],                  \
        T C[restrict M][N]),                                                   \
       (p->A, p->B, p->C), M, N, K, K, N, N) {                                 \
    UP(int, i, M) UP(int, j, N) {                                              \
      T s = 0;                                                                 \
      UP(int, k, K) s += (T)A[i][k] * (T)B[k][j];                              \
      C[i][j] = s;                                                             \
    }                                                                          \
  }
FIXED(fixed_4, 4, 4, 4)
FIXED(fixed_7_9_5, 7, 9, 5)
FIXED(fixed_16, 16, 16, 16)
FIXED(fixed_31, 31, 29, 37)
FIXED(fixed_64, 64, 64, 64)
