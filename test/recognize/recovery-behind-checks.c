//===- recovery-behind-checks.c - Checks around complex products ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// RUN: %clangplugin -O1 -march=x86-64-v3 -Rpass=gemmify -w -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangplugin -O1 -march=x86-64-v3 -Rpass=gemmify -w -c %s -o %t.o -DDEFINED 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER --allow-empty
//
// A function of this name that is the program's own may change the sizes.
//
// CHECK: matrix product rewritten
// OTHER-NOT: rewritten
//
//===----------------------------------------------------------------------===//

typedef _Complex double Z;
long la, lb, lc;

#ifdef DEFINED
__attribute__((noinline)) Z __muldc3(double p, double q, double r, double s) {
  la--;
  return p + q + r + s;
}
#endif

void product(long m, long n, long k, const Z *restrict a, const Z *restrict b,
             Z *restrict c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      Z sum = 0;
      for (long p = 0; p < k; p++) {
        if (i * k + p >= la || p * n + j >= lb)
          __builtin_trap();
        sum += a[i * k + p] * b[p * n + j];
      }
      if (i * n + j >= lc)
        __builtin_trap();
      c[i * n + j] = sum;
    }
}
