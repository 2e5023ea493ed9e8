//===- complex.c - Products of complex elements ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=double --sizes=small
// RUN: %exec %s --blocks --sizes=small --types=float
// RUN: %exec %s --flags="-O2 -march=x86-64-v2 -ffp-contract=off" --types=float --sizes=small
//
// An element is two numbers, real part first: matrices have half as many
// columns as the others of this folder.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define L(I) for (I k = 0; k < K / 2; ++k)
#define J(I) for (I j = 0; j < N / 2; ++j)
#define A_ const T *a = A + i * lda + 2 * k;
#define B_ const T *b = B + k * ldb + 2 * j;
#define C_ T *c = C + i * ldc + 2 * j;
#define RE (a[0] * b[0] - a[1] * b[1])
#define IM (a[0] * b[1] + a[1] * b[0])

#define PARTS(NAME, I)                                                         \
  FORM(NAME##_##I, RRR, MUST, ABC(I, restrict), ABC_ARGS)
#define SUM(NAME, I, SIGN, RE, IM) PARTS(NAME, I) SUMMED(I, SIGN, RE, IM)
/// Where operations are fused, no part of A is in the same product of both sums.
#define OTHER(NAME, I, SIGN, RE, IM)                                           \
  FORM(NAME##_##I, RRR, 0, ABC(I, restrict), ABC_ARGS)                         \
  SUMMED(I, SIGN, RE, IM)
#define SUMMED(I, SIGN, RE, IM)                                                \
  {                                                                            \
    UP(I, i, M) J(I) {                                                         \
      T re = 0, im = 0;                                                        \
      L(I) {                                                                   \
        A_ B_ re SIGN RE;                                                      \
        im SIGN IM;                                                            \
      }                                                                        \
      C_ c[0] = re;                                                            \
      c[1] = im;                                                               \
    }                                                                          \
  }
SUM(plain, int, +=, RE, IM)
SUM(plain, long, +=, RE, IM)
SUM(subtracted, long, -=, RE, IM)
OTHER(swapped, long, +=, b[0] * a[0] - b[1] * a[1], b[0] * a[1] + b[1] * a[0])
SUM(conjugated_a, long, +=, a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0])
OTHER(conjugated_b, int, +=, a[0] * b[0] + a[1] * b[1], a[1] * b[0] - a[0] * b[1])
SUM(conjugated, long, +=, a[0] * b[0] - a[1] * b[1], -a[0] * b[1] - a[1] * b[0])

PARTS(middle, int) {
  UP(int, i, M) L(int) J(int) {
    A_ B_ C_ const T re = RE, im = IM;
    c[0] += re;
    c[1] += im;
  }
}
PARTS(outer, long) {
  L(long) UP(long, i, M) J(long) {
    A_ B_ C_ const T re = RE, im = IM;
    c[0] += re;
    c[1] += im;
  }
}
/// Each product is added to the sum.
FORM(in_turn, RRR, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M) J(long) {
    C_ T re = c[0], im = c[1];
    L(long) {
      A_ B_ re += a[0] * b[0];
      re -= a[1] * b[1];
      im += a[0] * b[1];
      im += a[1] * b[0];
    }
    c[0] = re;
    c[1] = im;
  }
}
/// C by columns.
FORM(by_columns, RRL, MUST, ABC(int, restrict), ABC_ARGS) {
  for (int j = 0; j < N / 2; ++j) L(int) for (int i = 0; i < M / 2; ++i) {
    const T *a = A + i * lda + 2 * k;
    const T *b = B + k * ldb + 2 * j;
    T *c = C + j * ldc + 2 * i;
    const T re = RE, im = b[0] * a[1] + b[1] * a[0];
    c[0] += re;
    c[1] += im;
  }
}
FORM(may_overlap, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) L(long) J(long) {
    A_ B_ C_ const T re = c[0] + RE, im = c[1] + IM;
    c[0] = re;
    c[1] = im;
  }
}
