//===- compare.h - Bits, or nearly ----------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How memory after the rewritten nest is compared with the plain nest's.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_COMPARE_H
#define GEMMIFY_TEST_EXEC_COMPARE_H

#include "memory.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *describe(size_t piece, size_t index, T got, T want) {
  static char text[160];
  snprintf(text, sizeof text, "piece %zu element %zu is %a, plain is %a", piece,
           index, (double)got, (double)want);
  return text;
}

/// Equal bits, or both NaN (the sign and payload of a computed NaN depend on
/// the order of the operands of an instruction, which LLVM leaves open).
static int same(T x, T y) {
  return !memcmp(&x, &y, sizeof(T)) || (isnan((double)x) && isnan((double)y));
}

/// Sums of other order of k products in [-1, 1], times factors up to 4.
static int near(T x, T y, long k) {
  double eps = sizeof(T) == 4 ? FLT_EPSILON : DBL_EPSILON;
  return same(x, y) ||
         fabs((double)x - (double)y) <= 16 * eps * (double)(k + 16);
}

static const char *differ(const struct memory *mem, const char *want, long k) {
  for (size_t p = 0; p < mem->count; ++p)
    for (size_t i = 0; i < mem->bytes / sizeof(T); ++i) {
      T x, y;
      memcpy(&x, mem->pieces + p * mem->stride + i * sizeof(T), sizeof(T));
      memcpy(&y, want + p * mem->bytes + i * sizeof(T), sizeof(T));
      if (k < 0 ? !same(x, y) : !near(x, y, k))
        return describe(p, i, x, y);
    }
  return NULL;
}

/// NULL, or where \p mem differs from \p want in its bits.
static const char *differs(const struct memory *mem, const char *want) {
  return differ(mem, want, -1);
}

/// NULL, or where \p mem differs by more than another order of sums explains.
static const char *differs_much(const struct memory *mem, const char *want,
                                long k) {
  return differ(mem, want, k);
}

#endif // GEMMIFY_TEST_EXEC_COMPARE_H
