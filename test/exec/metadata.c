//===- metadata.c - What the source's accesses say of aliasing ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -march=native %s
// RUN: mkdir -p %t
// RUN: %clang -O1 -fno-strict-aliasing %{flags} -o %t/plain
// RUN: %t/plain > %t/plain.out
// RUN: %clangplugin -O2 -Rpass=gemmify %{flags} -o %t/rewritten 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %t/rewritten | diff - %t/plain.out
// RUN: %clangplugin -O3 -mllvm -gemmify-strategy=packing %{flags} -o %t/packed
// RUN: %t/packed | diff - %t/plain.out
//
// The accesses of a kernel say nothing of their types or scopes: it moves
// elements as vectors, and other iterations' as well.
// RUN: %clang -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -S \
// RUN:   -emit-llvm %{flags} -o %t/in.ll
// RUN: FileCheck %s --check-prefix=IN --input-file=%t/in.ll
// RUN: %opt -passes=gemmify,gemmify-lower -S %t/in.ll \
// RUN:   | FileCheck %s --check-prefix=KERNEL
//
// IN: !tbaa !{{[0-9]+}}, !alias.scope !{{[0-9]+}}
// KERNEL: define internal i1 @gemmify.kernel
// KERNEL-NOT: {{!(tbaa|alias.scope|noalias)}}
// KERNEL: define internal void @gemmify.workspace.give
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <string.h>

/// restrict holds for one row at a time: other rows of x, m and z may be y.
static inline __attribute__((always_inline)) void
row(int n, const float *restrict x, const float *restrict m, float *restrict y,
    float *restrict z) {
  for (int j = 0; j < n; j++) {
    float s = 0;
    // REMARK: metadata.c:[[#@LINE+4]]:{{.*}} rewritten
    // REMARK: metadata.c:[[#@LINE+3]]:{{.*}} rewritten
    for (int k = 0; k < n; k++)
      s += x[k] * m[k * n + j];
    y[j] = s;
  }
  if (z)
    for (int j = 0; j < n; j++)
      z[j] = z[j] * 0.5f + y[j];
}
__attribute__((noinline)) void rows(int n, const float *a, const float *b,
                                    float *c) {
  for (int i = 0; i < n; i++)
    row(n, a + i * n, b, c + i * n, 0);
}
__attribute__((noinline)) void rows_and_rest(int n, const float *a,
                                             const float *b, float *c,
                                             float *d) {
  for (int i = 0; i < n; i++)
    row(n, a + i * n, b, c + i * n, d + i * n);
}

/// The kernel becomes part of a function that reads and writes the same memory
/// as another type.
union number {
  float real;
  int bits;
};
__attribute__((noinline)) static int
punned(union number (*restrict a)[8], union number (*restrict b)[8],
       union number (*restrict c)[8], int one) {
  int sum = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      a[i][j].bits = one + ((i * 5 + j) << 16);
      b[i][j].bits = one - ((i + j * 3) << 17);
      c[i][j].bits = one;
    }
  // REMARK: metadata.c:[[#@LINE+4]]:{{.*}} rewritten
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 8; k++)
        c[i][j].real += a[i][k].real * b[k][j].real;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      sum = sum * 31 + c[i][j].bits;
      c[i][j].bits = 0;
    }
  return sum;
}

enum { N = 100 };
static float x[(N + 2) * N], y[(N + 2) * N], b[N * N];
static union number u[3][8][8];

int main(void) {
  for (int i = 0; i < N * N; i++)
    b[i] = (float)(i % 7) * 0.01f;
  for (int i = 0; i < (N + 2) * N; i++)
    x[i] = y[i] = (float)(i % 11) * 0.1f;
  rows(N, x, b, x + N);
  rows(N, y + N, b, y);
  rows_and_rest(N, x, b, y + N, y);
  rows_and_rest(N, x, b, y, y + N);
  rows_and_rest(N, y, b, x, y + N);
  rows_and_rest(N, x, b, x + N, y + N);
  unsigned hash = 0, bits;
  for (int i = 0; i < (N + 2) * N; i++) {
    memcpy(&bits, &x[i], 4);
    hash = hash * 31 + bits;
    memcpy(&bits, &y[i], 4);
    hash = hash * 31 + bits;
  }
  printf("%08x %08x\n", hash, (unsigned)punned(u[0], u[1], u[2], 0x3f800000));
}
