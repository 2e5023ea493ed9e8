//===- doubles.h - Whether doubles are the same -----------------*- C -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_DOUBLES_H
#define GEMMIFY_TEST_EXEC_DOUBLES_H

#include <math.h>
#include <stddef.h>
#include <string.h>

/// Whether two of \p count have other bits, and are not both NaN.
static int any_differs(const double *x, const double *y, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (memcmp(x + i, y + i, sizeof *x) && !(isnan(x[i]) && isnan(y[i])))
      return 1;
  return 0;
}

#endif // GEMMIFY_TEST_EXEC_DOUBLES_H
