//===- checked.h - What the checked products are called with --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHECKED_H
#define CHECKED_H

#include <cstddef>

/// An operand: where it is, how large it says it is, and where it says so: null
/// for a place of its own.
struct Operand {
  double *data;
  size_t length;
  int rows, columns;
  double *header = nullptr;
};

/// C = A * B, or C += A * B, of m x k and k x n; lengths and sizes may be
/// wrong.
struct Case {
  Operand a, b, c;
  int m, n, k;
};

struct Form {
  const char *name;
  int (*run)(const Case &);
};

/// Up to one without a name.
extern const Form plain[], gemmify[];

/// Noted by the driver, in order.
extern "C" void note(const char *what);

#endif // CHECKED_H
