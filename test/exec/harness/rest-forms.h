//===- rest-forms.h - Forms that rest-driver.c runs -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nests over six arrays A to E and v, each in two versions: the arrays apart,
/// and possibly on top of each other.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_REST_FORMS_H
#define GEMMIFY_TEST_EXEC_REST_FORMS_H

#include "forms.h"

#define ARRAY(OFFSET) ((T *)p->A + (OFFSET))
#define REST(NAME, FLAGS, R)                                                   \
  FORM(NAME, RRR, FLAGS,                                                       \
       (int M, int N, int K, T alpha, T *R A, T *R B, T *R C, T *R D, T *R E,  \
        T *R v),                                                               \
       (p->m, p->n, p->k, p->alpha, ARRAY(p->i0), ARRAY(p->j0), ARRAY(p->k0),  \
        ARRAY(p->rsA), ARRAY(p->csA), ARRAY(p->rsB)))

#define I UP(int, i, M)
#define J UP(int, j, N)
#define L UP(int, k, K)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define C_ C[i * N + j]
#define D_ D[i * N + j]
#define SUM                                                                    \
  T s = 0;                                                                     \
  L s += A_ * B_;

/// A nest that has to be rewritten.
#define BOTH(NAME, ...)                                                        \
  REST(NAME, MUST, restrict) { __VA_ARGS__ }                                   \
  REST(NAME##_alias, MUST | ALIAS, ) { __VA_ARGS__ }
/// One that may be kept as it is.
#define MAY(NAME, ...)                                                         \
  REST(NAME, 0, restrict) { __VA_ARGS__ }                                      \
  REST(NAME##_alias, ALIAS, ) { __VA_ARGS__ }

#endif // GEMMIFY_TEST_EXEC_REST_FORMS_H
