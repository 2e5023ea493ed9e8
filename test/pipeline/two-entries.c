//===- two-entries.c - Cycles that are no loops ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clangplugin -O1 -c %s -o %t
// RUN: %clangplugin -O2 -c %s -o %t
// RUN: %clangplugin -O3 -c %s -o %t
//
// LLVM knows no loop of a cycle that has two entries. A nest that holds one is
// not copied; the compiler crashed.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

int report(size_t);

#define PRODUCT(NAME, CONDITION, BEHIND)                                       \
  void NAME(double *restrict c, double *a, double *b, size_t n, size_t w,      \
            volatile int *t) {                                                 \
    for (size_t i = 0; i < n; i++)                                             \
      for (size_t j = 0; j < n; j++) {                                         \
        double s = 0;                                                          \
        for (size_t k = 0; k < n; k++)                                         \
          s += a[i * n + k] * b[k * n + j];                                    \
        if (j >= w) {                                                          \
          if (CONDITION)                                                       \
            goto behind;                                                       \
        before:                                                                \
          t[1] = 1;                                                            \
        behind:                                                                \
          if (t[2])                                                            \
            goto before;                                                       \
          BEHIND;                                                              \
        } else {                                                               \
          c[i * n + j] = s;                                                    \
        }                                                                      \
      }                                                                        \
  }
PRODUCT(calls, report(j), )
PRODUCT(asks, t[5], )
PRODUCT(stores, t[5], c[i * n + j] = s)
