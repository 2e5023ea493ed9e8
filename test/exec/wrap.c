//===- wrap.c - Index arithmetic that wraps around ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --driver=wrap-driver
// RUN: %exec %s --driver=wrap-driver --blocks
//
// `unsigned` index expressions are defined to wrap: X[off + i * ld + k] jumps
// back by 2^32 elements in the middle of a matrix. Each operand lives in an
// address range of that size, of which only the two ends are memory.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#ifdef TABLE
#define WRAPPED(NAME)                                                          \
  FORM(NAME, RRR, MUST | UNSIGNED,                                             \
       (unsigned M, unsigned N, unsigned K, const T *restrict A, unsigned a,   \
        unsigned lda, const T *restrict B, unsigned b, unsigned ldb,           \
        T *restrict C, unsigned c, unsigned ldc),                              \
       (p->m, p->n, p->k, p->A, p->i0, p->lda, p->B, p->j0, p->ldb, p->C,      \
        p->k0, p->ldc))
#define C_ C[c + i * ldc + j]
#define A_ A[a + i * lda + k]
#define B_ B[b + k * ldb + j]
#define U unsigned

WRAPPED(ijk) { UP(U, i, M) UP(U, j, N) UP(U, k, K) C_ += A_ * B_; }
WRAPPED(ikj) { UP(U, i, M) UP(U, k, K) UP(U, j, N) C_ -= A_ * B_; }
WRAPPED(jki) { UP(U, j, N) UP(U, k, K) UP(U, i, M) C_ += A_ * B_; }
WRAPPED(scalar) {
  UP(U, i, M) UP(U, j, N) {
    T s = 0;
    UP(U, k, K) s += A_ * B_;
    C_ = s;
  }
}
WRAPPED(by_index) {
  U at = c, row = a;
  UP(U, i, M) {
    UP(U, j, N) {
      T s = 0;
      UP(U, k, K) s += A[row + k] * B_;
      C[at++] = s;
    }
    at += ldc - N;
    row += lda;
  }
}
WRAPPED(downward) { DOWN(U, i, M) DOWN(U, j, N) DOWN(U, k, K) C_ += A_ * B_; }
#endif
