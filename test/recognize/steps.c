//===- steps.c - Steps that add several products --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-vectorize \
// RUN:   -fno-slp-vectorize -fno-unroll-loops -fno-discard-value-names -w -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-vectorize \
// RUN:   -fno-slp-vectorize -fno-unroll-loops -fno-discard-value-names -w -S \
// RUN:   -emit-llvm %s -o - -DBY_FLAGS \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLAGS
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      const float *restrict D, const float *restrict E, float *restrict C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define D_ D[i * K + k]
#define E_ E[k * N + j]
#define C_ C[i * N + j]

#ifndef BY_FLAGS
//--- One after the other
// CHECK-LABEL: GEMM nests of 'in_turn':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j) - A'(i,k)*B'(k,j),
// CHECK: in each step, one by one
// CHECK-NEXT: - P: float at %D
// CHECK-NEXT: Q: float at %E
void in_turn(ARGS) { I L J { C_ += A_ * B_; C_ -= D_ * E_; } }
// CHECK-LABEL: GEMM nests of 'five':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void five(ARGS) { I J L { C_ += A_ * B_; C_ += D_ * E_; C_ += A_ * E_; C_ += D_ * B_; C_ -= A_ * E_; } }
// CHECK-LABEL: GEMM nests of 'other_flags':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void other_flags(ARGS) { I J L { C_ += A_ * B_; C_ = __builtin_fmaf(D_, E_, C_); } }
// CHECK-LABEL: GEMM nests of 'scaled':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void scaled(ARGS, float x) { I J L { C_ += A_ * B_; C_ += x * (D_ * E_); } }
// CHECK-LABEL: GEMM nests of 'no_factors':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void no_factors(ARGS) { I J L { C_ += A_ * B_; C_ += D_ * E[i * N + j]; } }
// CHECK-LABEL: GEMM nests of 'between':
// CHECK-NOT: nest at
void between(ARGS) { I J { float s = 0; L { s += A_ * B_; s = s > 1 ? 1 : s; s += D_ * E_; } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'by_rows':
// CHECK-NEXT: GEMM nest at %{{.*}}.tables: float C(i,j) = C + sum A(i,k)*B(k,j) + A'(i,k)*B'(k,j), A row-major
void by_rows(ARGS, float **F) { I J L { C_ += A_ * B_; C_ += F[i][k] * E_; } }

//--- Added first
// CHECK-LABEL: GEMM nests of 'first':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)), {{.*}} in source order, fused
// CHECK: in each step, added to each other first
// CHECK-NEXT: + fused P: float at %A
// CHECK-NEXT: Q: float at %B
void first(ARGS) { I L J C_ += A_ * B_ + D_ * E_; }
// CHECK-LABEL: GEMM nests of 'difference':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C - sum (-A(i,k)*B(k,j) + A'(i,k)*B'(k,j)),
void difference(ARGS) { I L J C_ -= A_ * B_ - D_ * E_; }
// CHECK-LABEL: GEMM nests of 'not_fused':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)), {{.*}} in source order, not fused
// CHECK: in each step, added to each other first
// CHECK-NEXT: + P: float at
void not_fused(ARGS) {
#pragma clang fp contract(off)
  I L J C_ += A_ * B_ + D_ * E_;
}
// CHECK-LABEL: GEMM nests of 'tree':
// CHECK-NEXT: no nest at %{{.*}}: several products are added to each other before they go into the sum; add each to the sum separately, or allow any order with -fassociative-math
void tree(ARGS) { I L J C_ += (A_ * B_ + D_ * E_) + (A_ * E_ + D_ * B_); }
// CHECK-LABEL: GEMM nests of 'negated_sum':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C - sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j) + A'(i,k)*B'(k,j)),
void negated_sum(ARGS) { I L J C_ += -(A_ * B_ + D_ * E_ + A_ * E_); }
// CHECK-LABEL: GEMM nests of 'number_in_it':
// CHECK-NEXT: no nest at
void number_in_it(ARGS) { I L J C_ += A_ * B_ + D_ * E_ + 1; }
// CHECK-LABEL: GEMM nests of 'used_elsewhere':
// CHECK-NEXT: no nest at
void used_elsewhere(ARGS, float *F) { I L J { float x = A_ * B_ + D_ * E_; C_ += x; F[i * N + j] = x; } }
// CHECK-LABEL: GEMM nests of 'first_then_another':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void first_then_another(ARGS) { I J L { C_ += A_ * B_ + D_ * E_; C_ += A_ * E_; } }
// CHECK-LABEL: GEMM nests of 'sums_in_turn':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)) + (-A'(i,k)*B'(k,j) - A'(i,k)*B'(k,j)),
// CHECK: then - P: float at
void sums_in_turn(ARGS) { I J L { C_ += A_ * B_ + D_ * E_; C_ += -(A_ * E_) - D_ * B_; } }
// CHECK-LABEL: GEMM nests of 'sums_and_less':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void sums_and_less(ARGS) { I J L { C_ += A_ * B_ + D_ * E_; C_ -= A_ * E_ + D_ * B_; } }
// CHECK-LABEL: GEMM nests of 'unrolled_with_rest':
// CHECK-NEXT: no nest at
void unrolled_with_rest(ARGS) {
  I J {
    float s = 0;
    long k = 0;
    for (; k + 1 < K; k += 2)
      s += A_ * B_ + A[i * K + k + 1] * B[(k + 1) * N + j];
    for (; k < K; k++)
      s += A_ * B_;
    C_ = s;
  }
}

#else
//--- The code generator decides
// FLAGS-LABEL: GEMM nests of 'in_turn_by_flags':
// FLAGS-NEXT: no nest at %{{.*}}: the k loop is unrolled, and contraction is left to the code generator, which fuses differently once it is vectorized; do not unroll it
void in_turn_by_flags(ARGS) {
#pragma clang fp contract(fast)
  I J L { C_ += A_ * B_; C_ += D_ * E_; }
}

/// Of two products, one is fused: which one, vectorizers decide.
// FLAGS-LABEL: GEMM nests of 'by_flags':
// FLAGS-NEXT: no nest at %{{.*}}: several products are added to each other before they go into the sum; add each to the sum separately, or allow any order with -fassociative-math
void by_flags(ARGS) {
#pragma clang fp contract(fast)
  I L J C_ += D_ * E_ + A_ * B_;
}
#endif
