//===- matrix-vector.c - Two loops: a matrix times a vector ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --sizes=edge
// RUN: %exec %s --flags="-O3 -march=native -ffp-contract=off" --sizes=slender
// RUN: %exec %s --flags="-O2 -march=x86-64-v3" --deal=4 --sizes=slender
// RUN: %if native-avx512 %{ %exec %s --flags="-O1 -march=x86-64-v4" \
// RUN:   --sizes=slender --deal=4 --deal-from=1 %}
// RUN: %exec %s --flags=-O3 --types=double --sizes=slender
// RUN: %exec %s --types=_Float16:float:float --sizes=slender
// RUN: %exec %s --types=int8_t:_Float16:float --sizes=slender \
// RUN:   --only=scalar,transposed,clamped,may_overlap
// RUN: %exec %s --types=float:int8_t:float,float:float:double --sizes=slender \
// RUN:   --only=scalar,transposed,sum_added --flags="-O3 -march=x86-64-v3"
// RUN: %exec %s --types=int64_t,int8_t:int16_t:int32_t --sizes=slender \
// RUN:   --only=transposed,columns_added
// RUN: %exec %s --types=float --flags="-O3 -march=native -ffast-math" \
// RUN:   --tolerance --sizes=slender --only=transposed,columns_added
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define A_ A[i * lda + k]
#define ROWS UP(int, i, M)
#define SUM UP(int, k, K)

#define VECTOR(NAME, FLAGS, R)                                                 \
  FORM(NAME, RLL, MUST | NARROW | SMALL | FLAGS, ABCS(int, R), ABCS_ARGS)

/// The sum in a scalar or in memory, and where it starts.
VECTOR(scalar, 0, restrict) { ROWS { T s = 0; SUM s += (T)A_ * (T)B[k]; C[i] = s; } }
VECTOR(minus_zero, 0, restrict) { ROWS { T s = (T)-0.0; SUM s += (T)A_ * (T)B[k]; C[i] = s; } }
VECTOR(zeroed, 0, restrict) { ROWS { C[i] = 0; SUM C[i] += (T)A_ * (T)B[k]; } }
VECTOR(added, 0, restrict) { ROWS SUM C[i] += (T)A_ * (T)B[k]; }
VECTOR(added_scalar, 0, restrict) { ROWS { T s = C[i]; SUM s += (T)B[k] * (T)A_; C[i] = s; } }
VECTOR(subtracted, 0, restrict) { ROWS SUM C[i] -= (T)A_ * (T)B[k]; }
VECTOR(sum_added, 0, restrict) { ROWS { T s = 0; SUM s += (T)A_ * (T)B[k]; C[i] += s; } }

/// Rows that lie beside each other.
FORM(columns_added, LLL, MUST | NARROW | SMALL | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) UP(long, k, K) C[i] -= (T)A[i + k * lda] * (T)B[k];
}

/// What is stored is computed from the sum.
VECTOR(scaled, 0, restrict) { ROWS { T s = 0; SUM s += (T)A_ * (T)B[k]; C[i] = alpha * s + beta * C[i]; } }
VECTOR(clamped, 0, restrict) { ROWS { T s = beta; SUM s += (T)A_ * (T)B[k]; C[i] = s > 0 ? s : 0; } }

/// Arrays that may overlap.
VECTOR(may_overlap, ALIAS, ) { ROWS SUM C[i] += (T)A_ * (T)B[k]; }
VECTOR(scalar_may_overlap, ALIAS, ) { ROWS { T s = 0; SUM s += (T)A_ * (T)B[k]; C[i] = s; } }

/// From the last row on; sizes without a sign.
VECTOR(upward, 0, restrict) { DOWN(int, i, M) { T s = 0; SUM s += (T)A_ * (T)B[k]; C[i] = s; } }
FORM(without_sign, RLL, MUST | NARROW | SMALL | UNSIGNED,
     ABC(unsigned, restrict), ABC_ARGS) {
  UP(unsigned, i, M) { T s = 0; UP(unsigned, k, K) s += (T)A_ * (T)B[k]; C[i] = s; }
}
FORM(pointers, RLL, MUST | NARROW | SMALL, ABC(long, restrict), ABC_ARGS) {
  for (const TA *row = A; M-- > 0; row += lda) {
    const TA *a = row;
    const TB *x = B;
    T s = 0;
    for (long k = K; k > 0; k--)
      s += (T)*a++ * (T)*x++;
    *C++ = s;
  }
}

/// Elements of both vectors apart from each other.
FORM(strided, RRR, MUST | NARROW | SMALL, ABC(int, restrict), ABC_ARGS) {
  ROWS { T s = 0; SUM s += (T)A_ * (T)B[k * ldb]; C[i * ldc] = s; }
}
/// The matrix by columns, with the loop over them inside.
FORM(transposed, LLL, MUST | NARROW | SMALL, ABC(int, restrict), ABC_ARGS) {
  ROWS { T s = 0; SUM s += (T)A[i + k * lda] * (T)B[k]; C[i] = s; }
}
/// With the loop over rows inside, LLVM's vectors do as well.
FORM(by_columns, LLL, MUSTNOT | NARROW | SMALL, ABC(int, restrict), ABC_ARGS) {
  SUM ROWS C[i] += (T)A[i + k * lda] * (T)B[k];
}
/// Each matrix of a batch times the same vector, and one product in a loop.
FORM(repeated, RLL, MUST | NARROW | SMALL, ABC(int, restrict), ABC_ARGS) {
  for (int t = 0; t < 3; t++)
    ROWS SUM C[i] += (T)A_ * (T)B[k];
}
