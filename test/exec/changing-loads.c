//===- changing-loads.c - A nest that writes what leads to its operands ---===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O1 -march=x86-64-v3 -fno-strict-aliasing -Wall -Werror %s
// RUN: %clang %{flags} -o %t.plain && %t.plain
// RUN: %clangplugin %{flags} -o %t && %t
//
// What a nest loads to find its bounds and arrays may be an element of the
// result, or may be written beside it. Before the nest it then holds a null
// pointer, or a number that is no bound: whoever looks there too early crashes.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <string.h>

enum { M = 30, N = 40, K = 50, LD = 64 };
static long Columns;
static long A[M * K], B[K * LD], C[M * LD], Expected[M * LD];

/// The number of columns is found through a pointer that C may overwrite.
__attribute__((noinline)) void
pointer(long m, long k, const long *a, const long *b, long *c, long **columns) {
  for (long i = 0; i < m; i++) {
    long j = 0;
    do {
      long s = 0;
      for (long l = 0; l < k; l++)
        s += a[i * K + l] * b[l * LD + j];
      c[i * LD + j] = s;
    } while (++j < **columns);
  }
}

/// The length of the sum is loaded only when a flag holds, which C may clear.
__attribute__((noinline)) void flag(long m, long n, const long *a,
                                           const long *b, long *c,
                                           const long *go, const long *length) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      c[i * LD + j] = 0;
      if (*go)
        for (long l = 0; l < *length; l++)
          c[i * LD + j] += a[i * K + l] * b[l * LD + j];
    }
}

/// The pointer is written beside the product.
__attribute__((noinline)) void beside(long m, long n, const long *a,
                                             const long *b, long *c,
                                             long **slot, long **length,
                                             long *value) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      slot[i] = value;
      long s = 0, l = 0;
      do
        s += a[i * K + l] * b[l * LD + j];
      while (++l < **length);
      c[i * LD + j] = s;
    }
}

/// So is the number of rows, which are found through a table.
__attribute__((noinline)) void rows(const long *m, long n, long k,
                                    const long *a, const long *b, long **c) {
  for (long i = 0; i < *m; i++)
    for (long j = 0; j < n; j++) {
      long s = 0;
      for (long l = 0; l < k; l++)
        s += a[i * K + l] * b[l * LD + j];
      c[i][j] = s;
    }
}

/// The same where rows of A say how long they are.
__attribute__((noinline)) void lengths(const long *m, long n,
                                       const long *length, const long *a,
                                       const long *b, long **c) {
  for (long i = 0; i < *m; i++)
    for (long j = 0; j < n; j++) {
      long s = 0;
      for (long l = 0; l < length[i]; l++)
        s += a[i * K + l] * b[l * LD + j];
      c[i][j] = s;
    }
}

/// C may overwrite where B is.
#define MOVED(NAME, ATTRIBUTE)                                                 \
  __attribute__((ATTRIBUTE)) void NAME(long m, long n, const long *length,     \
                                       const long *a, const long *const *b,    \
                                       long **c) {                             \
    for (long i = 0; i < m; i++)                                               \
      for (long j = 0; j < n; j++) {                                           \
        long s = 0;                                                            \
        for (long l = 0; l < length[i]; l++)                                   \
          s += a[i * K + l] * (*b)[l * LD + j];                                \
        c[i][j] = s;                                                           \
      }                                                                        \
  }
MOVED(moved, noinline)
MOVED(moved_as_written, optnone)

/// The second condition may be looked at only where the first one holds.
__attribute__((noinline)) void conditions(long m, long n, long k, const long *a,
                                          const long *b, long *c,
                                          const long *x, const long *y) {
  for (long i = 0; i < m; i++)
    if (*x > 0)
      if (*y > 0)
        for (long j = 0; j < n; j++) {
          long s = 0;
          for (long l = 0; l < k; l++)
            s += a[i * K + l] * b[l * LD + j];
          c[i * LD + j] = s;
        }
}

/// Each row is found through one that stands before it.
__attribute__((noinline)) void chosen(long m, long n, long k, const long *a,
                                      const long *b, long **c,
                                      const long *row) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      long s = 0;
      for (long l = 0; l < k; l++)
        s += a[i * K + l] * b[l * LD + j];
      c[row[i]][j] = s;
    }
}

static int Wrong;
static void check(const char *name) {
  if (memcmp(C, Expected, sizeof C)) {
    Wrong = 1;
    printf("%s is wrong\n", name);
  }
}

static void fill(void) {
  Columns = N;
  memset(C, 0, sizeof C);
  memset(Expected, 0, sizeof Expected);
  for (long i = 0; i < M * K; i++)
    A[i] = i % 13 - 6;
  for (long i = 0; i < K * LD; i++)
    B[i] = i % 11 - 5;
}

__attribute__((optnone)) static void multiply(void) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long l = 0; l < K; l++)
        Expected[i * LD + j] += A[i * K + l] * B[l * LD + j];
}

int main(void) {
  fill();
  memset(A, 0, K * sizeof(long));
  A[0] = 1;
  B[0] = (long)&Columns;
  for (long i = 1; i < M; i++)
    A[i * K] = 0;
  multiply();
  pointer(M, K, A, B, C, (long **)&C[0]);
  check("pointer");

  fill();
  C[0] = 1;
  flag(M, N, A, B, C, &C[0], 0);
  check("flag");

  fill();
  multiply();
  static long *slot[M], length = K;
  beside(M, N, A, B, C, slot, slot, &length);
  check("beside");

  fill();
  static long *table[M], none, one = 1;
  conditions(M, N, K, A, B, C, &none, 0);
  check("no condition");
  multiply();
  conditions(M, N, K, A, B, C, &one, &one);
  check("both conditions");

  fill();
  for (long i = 0; i < M; i++)
    table[i] = &C[i * LD];
  memset(A, 0, K * sizeof(long));
  A[0] = 1;
  B[0] = M;
  multiply();
  C[0] = 1L << 40;
  rows(&C[0], N, K, A, B, table);
  check("rows");

  fill();
  memset(A, 0, K * sizeof(long));
  A[0] = 1;
  for (long i = 0; i < M; i++) {
    B[i] = i;
    C[i] = i ? 1L << 40 : 0;
  }
  multiply();
  chosen(M, N, K, A, B, table, C);
  check("chosen");

  fill();
  static long depth[M], Other[K * LD];
  for (long i = 0; i < M; i++)
    depth[i] = K;
  memset(A, 0, K * sizeof(long));
  A[0] = 1;
  B[0] = M;
  multiply();
  C[0] = 1L << 40;
  lengths(&C[0], N, depth, A, B, table);
  check("lengths");

  static long *expected[M];
  for (long row = -1; row < M; row++)
    for (long uneven = 0; uneven < 2; uneven++) {
      fill();
      depth[M / 2] = uneven ? K - 1 : K;
      const long *b = B, **where = &b, **where_expected = &b;
      for (long i = 0; i < K * LD; i++)
        Other[i] = i % 7 - 2;
      for (long i = 0; i < M; i++)
        expected[i] = &Expected[i * LD];
      if (row >= 0) {
        memset(&A[row * K], 0, K * sizeof(long));
        A[row * K] = 1;
        B[0] = (long)Other;
        where = (const long **)&C[row * LD];
        where_expected = (const long **)&Expected[row * LD];
        *where = *where_expected = B;
      }
      moved_as_written(M, N, depth, A, where_expected, expected);
      moved(M, N, depth, A, where, table);
      check("moved");
    }

  // Where nothing is overwritten, tables are read to their ends.
  fill();
  static long row[M];
  for (long i = 0; i < M; i++)
    row[i] = i;
  multiply();
  chosen(M, N, K, A, B, table, row);
  check("chosen elsewhere");
  return Wrong;
}
