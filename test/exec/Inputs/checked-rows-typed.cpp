//===- checked-rows-typed.cpp - Checked rows that types tell apart --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checked-rows.h"
#include "filled-rows.h"

/// LLVM asks whether there is a row of C before each row of B: if not, an empty
/// one is skipped.
[[gnu::noinline, gnu::used]] static void askedIn(const Table &a, const Table &b,
                                                 const Table &c) {
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t p = 0; p < a.at(i).size(); ++p)
      for (size_t j = 0; j < b.at(p).size(); ++j)
        c.at(i).at(j) += a.at(i).at(p) * b.at(p).at(j);
}
static int asked(const Case &x) {
  askedIn(x.a, x.b, x.c);
  return 0;
}

/// Rows are cleared and added to up to their own ends.
[[gnu::noinline, gnu::used]] static void
filledByRowsIn(const Table &a, const Table &b, const Table &c) {
  for (size_t i = 0; i < c.size(); ++i) {
    c.at(i).clear();
    for (size_t p = 0; p < b.size(); ++p)
      for (size_t j = 0; j < c.at(i).size(); ++j)
        c.at(i).at(j) += a.at(i).at(p) * b.at(p).at(j);
  }
}
static int filledByRows(const Case &x) {
  filledByRowsIn(x.a, x.b, x.c);
  return 0;
}

const Form V[] = {{"asked", asked},
                  {"filled", filled},
                  {"filledByRows", filledByRows},
                  {nullptr, nullptr}};
