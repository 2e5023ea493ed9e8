//===- fortran-arrays.table.c - The forms of fortran-arrays.F90 -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "forms.h"

/// Procedure NAME of the Fortran module TABLE, as flang spells its symbol.
#define PROCEDURE(NAME) CAT(CAT(CAT(_QM, TABLE), P), NAME)

#define FORTRAN(NAME, LAYOUT, FLAGS)                                                  \
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
  REGISTER(NAME, LAYOUT, FLAGS)

FORTRAN(allocatable_arguments, LLL, MUST)
FORTRAN(module_arrays, LLL, MUST)
FORTRAN(components, LLL, MUST)
FORTRAN(pointers, LLL, MUST | ALIAS)
FORTRAN(pointers_to_sections, LLL, MUST | ALIAS)
FORTRAN(strided_sections, LLL, MUST)
FORTRAN(reversed_sections, LLL, MUST)
FORTRAN(copied_sections, LLL, MUST)
FORTRAN(contained, LLL, MUST)
FORTRAN(matmul_of_sections, LLL, MUST)
FORTRAN(matmul_explicit, LLL, MUST)
FORTRAN(matmul_added, LLL, MUST)
FORTRAN(matmul_assumed, LLL, MUST)
FORTRAN(matmul_allocated, LLL, MUST)
FORTRAN(matmul_transposed, RLL, MUST)
