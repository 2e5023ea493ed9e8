//===- beta.c - Conditions that choose how C begins and ends --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --driver=rest-driver
// RUN: %exec %s --driver=rest-driver --types=double --blocks \
// RUN:   --flags="-O2 -march=native" --link-flags=-Wl,--defsym=must_use_workspace=1
//
// As in the reference BLAS: C is not read where beta is 0, so that the NaN in
// it goes away, and not scaled where beta is 1. The conditions do not change;
// before the product they prepare C, behind it they choose what is stored. The
// driver's sizes make each beta come up.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#ifdef TABLE
#define ARRAY(OFFSET) ((T *)p->A + (OFFSET))
#define FORM_OF(NAME, FLAGS, R)                                                \
  FORM(NAME, RRR, FLAGS,                                                       \
       (int M, int N, int K, T alpha, T beta, T *R A, T *R B, T *R C, T *R D,  \
        T *R v),                                                               \
       (p->m, p->n, p->k, p->alpha,                                            \
        (p->m + p->n + p->k) % 3 == 2 ? (T)0.5 : (p->m + p->n + p->k) % 3,     \
        ARRAY(p->i0), ARRAY(p->j0), ARRAY(p->k0), ARRAY(p->rsA),               \
        ARRAY(p->csA)))
/// With arrays that are apart, and with arrays on top of each other.
#define BOTH(NAME, ...)                                                        \
  FORM_OF(NAME, MUST, restrict) { SPOIL __VA_ARGS__ }                          \
  FORM_OF(NAME##_alias, MUST | ALIAS, ) { SPOIL __VA_ARGS__ }
#define SPOIL C[M * N / 2] = __builtin_nanf("");

#define I UP(int, i, M)
#define J UP(int, j, N)
#define L UP(int, k, K)
#define C_ C[i + j * M]
#define PREPARE                                                                \
  if (beta == 0)                                                               \
    I C_ = 0;                                                                  \
  else if (beta != 1)                                                          \
    I C_ *= beta;
#define SUM(A_, B_)                                                            \
  T s = 0;                                                                     \
  L s += A_ * B_;
#define STORE                                                                  \
  if (beta == 0)                                                               \
    C_ = alpha * s;                                                            \
  else                                                                         \
    C_ = alpha * s + beta * C_;

// The four branches of DGEMM.
BOTH(nn, J {
  PREPARE L {
    T t = alpha * B[k + j * K];
    I C_ += t * A[i + k * M];
  }
})
BOTH(nt, J {
  PREPARE L {
    T t = alpha * B[j + k * N];
    I C_ += t * A[i + k * M];
  }
})
BOTH(tn, J I {
  SUM(A[k + i * K], B[k + j * K]) STORE
})
BOTH(tt, J I {
  SUM(A[k + i * K], B[j + k * N]) STORE
})

// Only one answer writes something before the product.
BOTH(cleared_if, J {
  if (beta == 0)
    I C_ = 0;
  L I C_ += A[i + k * M] * B[k + j * K];
})
BOTH(scaled_unless, J {
  if (beta != 1)
    I C_ *= beta;
  L {
    T t = alpha * B[k + j * K];
    I C_ += t * A[i + k * M];
  }
})
BOTH(noted_if, J {
  if (beta == 0) {
    v[j] = 1;
    I C_ = 0;
  }
  L I C_ += A[i + k * M] * B[k + j * K];
})
BOTH(rows_there, J {
  if (M > 0)
    I C_ *= beta;
  if (beta == 0)
    I C_ = alpha;
  L I C_ += A[i + k * M] * B[k + j * K];
})

// A way past the product.
BOTH(passed_by, int skip = M & 1; J {
  if (beta == 0) {
    if (skip)
      continue;
    I C_ = 0;
  } else if (beta != 1) {
    I C_ *= beta;
  }
  L {
    T t = alpha * B[k + j * K];
    I C_ += t * A[i + k * M];
  }
})

// The bound is not there to be read where the product is passed by.
BOTH(bound_behind, int skip = M & 1; int last = K;
     const int *bound = skip && beta == 0 ? (const int *)8 : &last;
     __asm__("" : "+r"(bound) : : "memory"); J {
  if (beta == 0) {
    if (skip)
      continue;
    I C_ = 0;
  } else if (beta != 1) {
    I C_ *= beta;
  }
  UP(int, k, *bound) I C_ += A[i + k * M] * B[k + j * K];
})

// Scalars in memory, as Fortran passes them; v may be anywhere.
BOTH(nn_loaded, v[0] = alpha; v[1] = beta; J {
  if (v[1] == 0)
    I C_ = 0;
  else if (v[1] != 1)
    I C_ *= v[1];
  L {
    T t = v[0] * B[k + j * K];
    I C_ += t * A[i + k * M];
  }
})
BOTH(tn_loaded, v[0] = alpha; v[1] = beta; J I {
  SUM(A[k + i * K], B[k + j * K])
  if (v[1] == 0)
    C_ = v[0] * s;
  else
    C_ = v[0] * s + v[1] * C_;
})

// Three ways, as one more case and as two conditions.
BOTH(three_ways, J I {
  SUM(A[k + i * K], B[k + j * K])
  if (beta == 0)
    C_ = alpha * s;
  else if (beta == 1)
    C_ += alpha * s;
  else
    C_ = alpha * s + beta * C_;
})
BOTH(two_conditions, J I {
  SUM(A[k + i * K], B[k + j * K])
  if (beta == 0)
    s = -s;
  if (alpha > beta)
    C_ = s;
  else
    C_ = s * 2 + C_;
})
// Where the sum starts.
BOTH(start, J I {
  T s = 1;
  if (beta != 0)
    s = beta * C_;
  L s += A[k + i * K] * B[k + j * K];
  C_ = s;
})
// Among other statements.
BOTH(among_others, J {
  v[j] = B[j * K];
  I {
    SUM(A[k + i * K], B[k + j * K]) STORE
    D[i + j * M] = A[i];
  }
})
BOTH(only_besides, J I {
  SUM(A[k + i * K], B[k + j * K])
  C_ = s;
  if (beta == 0)
    D[i + j * M] = s;
})
#endif
