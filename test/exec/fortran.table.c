//===- fortran.table.c - The forms of fortran.F90 -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "forms.h"

/// Procedure NAME of the Fortran module TABLE, as flang spells its symbol.
#define PROCEDURE(NAME) CAT(CAT(CAT(_QM, TABLE), P), NAME)

#define FORTRAN(NAME, FLAGS)                                                   \
  void PROCEDURE(NAME)(const int *, const int *, const int *, const T *,       \
                       const T *, const T *, const int *, const T *,           \
                       const int *, T *, const int *);                         \
  static void CAT(call_, NAME)(const struct problem *p) {                      \
    int m = p->m, n = p->n, k = p->k, lda = p->lda, ldb = p->ldb,              \
        ldc = p->ldc;                                                          \
    T alpha = p->alpha, beta = p->beta;                                        \
    PROCEDURE(NAME)(&m, &n, &k, &alpha, &beta, p->A, &lda, p->B, &ldb, p->C,   \
                    &ldc);                                                     \
  }                                                                            \
  REGISTER(NAME, LLL, FLAGS)

FORTRAN(ijk, MUST)
FORTRAN(ikj, MUST)
FORTRAN(jik, MUST)
FORTRAN(jki, MUST)
FORTRAN(kij, MUST)
FORTRAN(kji, MUST)
FORTRAN(scalar_sum, MUST)
FORTRAN(scalar_alpha_beta, MUST)
FORTRAN(downward, MUST)
FORTRAN(reference_blas, MUST)
FORTRAN(columns_by_section, MUST)
FORTRAN(long_indices, MUST)
FORTRAN(concurrent, MUST)
FORTRAN(concurrent_in_place, MUST)
FORTRAN(assumed_shape, MUST)
FORTRAN(assumed_shape_scalar, MUST)
FORTRAN(contiguous_dummy, MUST)
FORTRAN(explicit_shape, MUST)
FORTRAN(lower_bounds, MUST)
FORTRAN(double_sum, MUST)
