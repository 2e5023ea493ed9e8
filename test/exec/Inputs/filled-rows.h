//===- filled-rows.h - Rows that are filled before the product ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A form of checked-rows.cpp and of checked-rows-typed.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef FILLED_ROWS_H
#define FILLED_ROWS_H

#include "checked-rows.h"

/// Each row is cleared to its own end before it is added to.
__attribute__((noinline)) static void filledIn(const Table &a, const Table &b,
                                               const Table &c, size_t m,
                                               size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i) {
    c.at(i).clear();
    for (size_t p = 0; p < k; ++p)
      for (size_t j = 0; j < n; ++j)
        c.at(i).at(j) += a.at(i).at(p) * b.at(p).at(j);
  }
}
static int filled(const Case &x) {
  filledIn(x.a, x.b, x.c, x.m, x.n, x.k);
  return 0;
}

#endif // FILLED_ROWS_H
