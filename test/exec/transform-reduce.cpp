//===- transform-reduce.cpp - Sums that the library unrolls ---------------===//
//
// libstdc++'s std::transform_reduce adds four products in each step, as long as
// two pointers are at least as many elements apart, and then one. Floats that
// are added in order keep the loops.
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --flags="-std=c++17 -O2 -march=native" --types=int32_t,uint64_t --blocks --expect-heap --sizes=tiny
// RUN: %exec %s --flags="-std=c++17 -O3 -march=native -ffast-math" --types=float --tolerance --sizes=tiny
// RUN: %exec %s --flags="-std=c++17 -O3 -march=native" --types=double --sizes=tiny --no-must
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <functional>
#include <numeric>

#define ROWS(I) (I M, I N, I K, const T *A, I lda, const T *B, I ldb, T *C, I ldc)
#define ROWS_ARGS                                                              \
  (p->m, p->n, p->k, (const T *)p->A, p->lda, (const T *)p->B, p->ldb,         \
   (T *)p->C, p->ldc)
/// B is column-major, so that k is contiguous in both operands.
#define DOT(NAME, I) FORM(NAME, RLR, MUST | ALIAS, ROWS(I), ROWS_ARGS)
#define IJ(I) UP(I, i, M) UP(I, j, N)
#define ROW_A(i) A + (i) * (size_t)lda, A + (i) * (size_t)lda + K
#define COL_B(j) B + (j) * (size_t)ldb

DOT(of_longs, long) {
  IJ(long) C[i * ldc + j] = std::transform_reduce(ROW_A(i), COL_B(j), T(0));
}
DOT(of_ints, int) {
  IJ(int) C[i * ldc + j] = std::transform_reduce(ROW_A(i), COL_B(j), T(0));
}
DOT(from_c, long) {
  IJ(long)
  C[i * ldc + j] = std::transform_reduce(ROW_A(i), COL_B(j), C[i * ldc + j]);
}
DOT(with_functions, long) {
  IJ(long)
  C[i * ldc + j] -= std::transform_reduce(ROW_A(i), COL_B(j), T(0),
                                          std::plus<T>(), std::multiplies<T>());
}
DOT(backward, long) {
  for (long j = N - 1; j >= 0; j--)
    for (long i = M - 1; i >= 0; i--)
      C[i * ldc + j] = std::transform_reduce(ROW_A(i), COL_B(j), T(0));
}
/// The library's loops as one writes them oneself, with steps of two.
DOT(by_two, long) {
  IJ(long) {
    const T *a = A + i * lda, *end = a + K, *b = B + j * ldb;
    T s = 0;
    while (end - a >= 2) {
      s += a[0] * b[0] + a[1] * b[1];
      a += 2, b += 2;
    }
    for (; a != end; ++a, ++b)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}
