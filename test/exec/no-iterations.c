//===- no-iterations.c - Loops that are not rotated and do not run --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -Wall -Werror -mllvm -rotation-max-header-size=0 %s
// RUN: %clang %{flags} -o %t.plain && %t.plain
// RUN: %clangplugin %{flags} -Rpass=gemmify -o %t 2>&1 | FileCheck %s
// RUN: %t
//
// Where loops test at their top, nothing but their counts says whether they run.
// Without products, C holds what its sums start with.
//
// CHECK: no-iterations.c:{{.*}}:{{.*}} matrix product rewritten
// CHECK: no-iterations.c:{{.*}} matrix product rewritten{{.*}} C by row pointers
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

__attribute__((noinline)) void
product(unsigned long m, unsigned long n, unsigned long k,
        const double *restrict a, const double *restrict b,
        double *restrict c) {
  for (unsigned long i = 0; i < m; i++)
    for (unsigned long j = 0; j < n; j++) {
      double s = 2;
      for (unsigned long l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}

/// Without rows there need not be a table.
__attribute__((noinline)) void rows(unsigned long m, unsigned long n,
                                    unsigned long k, const double *restrict a,
                                    const double *restrict b,
                                    double *restrict *restrict c) {
  for (unsigned long i = 0; i < m; i++)
    for (unsigned long j = 0; j < n; j++) {
      double s = 2;
      for (unsigned long l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i][j] = s;
    }
}

enum { M = 5000, N = 3 }; // Large enough without k.

static double C[M * N], None[1];

/// Counts elements other than \p Expected.
static int others(double expected) {
  int count = 0;
  for (int i = 0; i < M * N; i++)
    count += C[i] != expected;
  return count;
}

int main(void) {
  product(0, N, M, None, None, C);
  product(M, 0, N, None, None, C);
  rows(0, N, M, None, None, NULL);
  int wrong = others(0);
  product(M, N, 0, None, None, C);
  wrong += others(2);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
