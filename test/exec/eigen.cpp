//===- eigen.cpp - Loops over the coefficients of Eigen's matrices --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2, eigen
// RUN: %exec %s --flags="-O3 -march=native -isystem %eigen" --sizes=small \
// RUN:   --types=double
// RUN: %exec %s --flags="-O2 -march=native -isystem %eigen" --sizes=small \
// RUN:   --types=float --blocks
//
//===----------------------------------------------------------------------===//

#define EIGEN_NO_DEBUG
#pragma push_macro("T")
#undef T
#include <Eigen/Core>
#pragma pop_macro("T")

#include "forms.h"

#ifdef TABLE

using Eigen::Dynamic;
using Eigen::Index;
using Column = Eigen::Matrix<T, Dynamic, Dynamic>;
using Row = Eigen::Matrix<T, Dynamic, Dynamic, Eigen::RowMajor>;
using Fixed = Eigen::Matrix<T, 48, 48, Eigen::DontAlign>;
using FixedRow = Eigen::Matrix<T, 48, 48, Eigen::RowMajor | Eigen::DontAlign>;
using Outer = Eigen::OuterStride<>;
using Both = Eigen::Stride<Dynamic, Dynamic>;

/// Maps of the test's memory. A stride's first number is the outer one, here
/// from column to column.
#define MAP(M, S, X, R, C, STRIDE)                                             \
  (Eigen::Map<M, 0, S>((T *)p->X, p->R, p->C, STRIDE))
#define MAPS(M, S, SA, SB, SC)                                                 \
  MAP(const M, S, A, m, k, SA), MAP(const M, S, B, k, n, SB),                  \
      MAP(M, S, C, m, n, SC)
#define OUTER(M) MAPS(M, Outer, Outer(p->lda), Outer(p->ldb), Outer(p->ldc))
#define GENERAL                                                                \
  MAPS(Column, Both, Both(p->csA, p->rsA), Both(p->csB, p->rsB),               \
       Both(p->csC, p->rsC))
#define FIXED(M) (*(M *)p->A, *(M *)p->B, *(M *)p->C)

template <typename M, typename S> using View = Eigen::Map<M, 0, S>;
#define VIEWS(M, S)                                                            \
  (const View<const M, S> &A, const View<const M, S> &B, View<M, S> &&C)
#define MATRICES(M) (const M &A, const M &B, M &C)

#define ROWS UP(Index, i, C.rows())
#define COLS UP(Index, j, C.cols())
#define TERMS UP(Index, k, A.cols())
#define UPDATE C(i, j) += A(i, k) * B(k, j)

/// Matrices that own their memory, beside which the test's result is filled.
#define OWNED(NAME, M, L)                                                      \
  NOT_MANGLED __attribute__((noinline)) void NAMED(NAME##_impl) MATRICES(M);   \
  FORM(NAME, L, MUST, (const problem *p), (p)) {                               \
    auto Map = [](void *X, long R, long C, long LD) {                          \
      return View<M, Outer>(static_cast<T *>(X), R, C, Outer(LD));             \
    };                                                                         \
    M A = Map(p->A, p->m, p->k, p->lda), B = Map(p->B, p->k, p->n, p->ldb),    \
      C = Map(p->C, p->m, p->n, p->ldc);                                       \
    NAMED(NAME##_impl)(A, B, C);                                               \
    Map(p->C, p->m, p->n, p->ldc) = C;                                         \
  }                                                                            \
  void NAMED(NAME##_impl) MATRICES(M)

OWNED(dynamic_memory, Column, LLL) { COLS TERMS ROWS UPDATE; }
OWNED(dynamic_scalar, Row, RRR) {
  ROWS COLS {
    T s = 0;
    TERMS s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}
OWNED(dynamic_cleared, Column, LLL) {
  ROWS COLS {
    C(i, j) = 0;
    TERMS UPDATE;
  }
}
OWNED(dynamic_lines_cleared, Row, RRR) {
  ROWS {
    COLS C(i, j) = 0;
    TERMS COLS UPDATE;
  }
}
OWNED(dynamic_unchecked, Column, LLL) {
  COLS ROWS TERMS C.coeffRef(i, j) -= A.coeff(i, k) * B.coeff(k, j);
}

extern "C" {

FORM(map_memory, RRR, MUST | ALIAS, VIEWS(Row, Outer), (OUTER(Row))) {
  ROWS COLS TERMS UPDATE;
}
FORM(map_columns, LLL, MUST | ALIAS, VIEWS(Column, Outer), (OUTER(Column))) {
  COLS TERMS ROWS UPDATE;
}
FORM(map_lines_cleared, LLL, MUST | ALIAS, VIEWS(Column, Outer),
     (OUTER(Column))) {
  COLS {
    ROWS C(i, j) = 0;
    TERMS ROWS UPDATE;
  }
}
FORM(map_strides, GGG, MUST | ALIAS, VIEWS(Column, Both), (GENERAL)) {
  ROWS COLS {
    T s = C(i, j);
    TERMS s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}

FORM(fixed_memory, LLL, MUST | ALIAS, MATRICES(Fixed), FIXED(Fixed), 48, 48, 48,
     48, 48, 48) {
  ROWS COLS TERMS UPDATE;
}
FORM(fixed_scalar, RRR, MUST | ALIAS, MATRICES(FixedRow), FIXED(FixedRow), 48,
     48, 48, 48, 48, 48) {
  ROWS COLS {
    T s = 0;
    TERMS s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}
FORM(fixed_lines_cleared, RRR, MUST | ALIAS, MATRICES(FixedRow),
     FIXED(FixedRow), 48, 48, 48, 48, 48, 48) {
  ROWS {
    COLS C(i, j) = 0;
    TERMS COLS UPDATE;
  }
}

} // extern "C"
#endif
