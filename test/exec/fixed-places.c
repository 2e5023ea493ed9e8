//===- fixed-places.c - What a nest over tables finds in one place --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -march=x86-64-v3 %s
// RUN: %clang -O2 %{flags} -o %t.plain && %t.plain > %t.want
// RUN: %clangplugin -O2 -Rpass=gemmify %{flags} -o %t 2>&1 | FileCheck %s
// RUN: %t | diff - %t.want
// RUN: %clang -O3 %{flags} -o %t.plain && %t.plain > %t.want
// RUN: %clangplugin -O3 %{flags} -o %t && %t | diff - %t.want
//
// The result, of int, is where sizes, flags and indices of sizes are. What they
// say before the nest is not what it comes to after its first store.
//
//===----------------------------------------------------------------------===//

#include "harness/pages.h"
#include <stdio.h>
#include <stdlib.h>

/// EVERY pointers take as much as SIDE numbers.
enum { OUT = 16, SIDE = 16, IN = 8, K = 3, EVERY = 8 };
typedef int ***tensor;

#define FORM static __attribute__((noinline)) void
#define FOR(V, N) for (int V = 0; V < N; V++)
#define ALL                                                                    \
  tensor x, int ***const *f, tensor y, int out, int h, int w, int in, int k
#define NEXT x[c][i + u][j + v] * f[o][c][u][v]

/// The number of planes is found through an index that is overwritten first.
FORM size_of_index(ALL, const int *n, const int *index) {
  (void)in;
  FOR(o, out) FOR(i, h) FOR(j, w) {
    y[o][i][j] = 0;
    FOR(c, n[*index]) FOR(u, k) FOR(v, k) y[o][i][j] += NEXT;
  }
}

/// Whether there is a size at all is overwritten first.
FORM asked_size(ALL, const int *n, const int *has) {
  (void)in;
  FOR(o, out) FOR(i, h) FOR(j, w) {
    y[o][i][j] = 0;
    if (*has)
      FOR(c, *n) FOR(u, k) FOR(v, k) y[o][i][j] += NEXT;
  }
}

/// The outermost loop asks behind its first iteration.
FORM last_asked(ALL, const int *n, const int *index) {
  (void)out;
  int o = 0;
  do {
    FOR(i, h) FOR(j, w) {
      int sum = 0;
      FOR(c, in) FOR(u, k) FOR(v, k) sum += NEXT;
      y[o][i][j] = sum;
    }
  } while (++o < n[*index]);
}

/// Each iteration of the outermost loop says whether there is a next one, of
/// which the first one says nothing true.
struct row {
  long rows, k;
};
FORM last_row(ALL, const struct row *r) {
  (void)in, (void)out, (void)k;
  int o = 0;
  do {
    FOR(i, h) FOR(j, w) FOR(c, in) FOR(u, r[o].k) FOR(v, k) y[o][i][j] += NEXT;
    ++o;
  } while (o < r[o - 1].rows);
}

/// The result's last element of the first row says that it was the last one.
FORM overwritten(ALL, const int *rows, const long *own) {
  (void)out;
  for (int o = 0; o < *rows; ++o)
    FOR(i, h) FOR(j, w) {
      int sum = y[o][i][j];
      FOR(c, in) FOR(u, own[o]) FOR(v, k) sum += NEXT;
      y[o][i][j] = sum;
    }
}

/// A row is where entries of its table were, which are not read any more.
// CHECK-DAG: [[@LINE+8]]:{{[0-9]+}}: remark: matrix product rewritten
FORM over_table(ALL, const int *n, const int *index) {
  (void)n, (void)index;
  FOR(i, h) FOR(o, out) {
    int *row = y[o][i * EVERY];
    FOR(j, w) {
      int sum = 0;
      FOR(c, in) FOR(u, k) FOR(v, k) sum += NEXT;
      row[j] = sum;
    }
  }
}

/// Nothing is overwritten.
// CHECK-DAG: rewritten: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM as_it_is(ALL, const int *n, const int *index) {
  (void)in, (void)index;
  FOR(o, out) FOR(i, h) FOR(j, w) {
    int sum = 0;
    FOR(c, *n) FOR(u, k) FOR(v, k) sum += NEXT;
    y[o][i][j] = sum;
  }
}

static tensor make(int a, int b, int c, int seed) {
  tensor t = malloc(a * sizeof *t);
  FOR(p, a) {
    t[p] = malloc(b * sizeof **t);
    FOR(q, b) {
      t[p][q] = malloc(c * sizeof ***t);
      FOR(r, c) t[p][q][r] = (p * 7 + q * 3 + r * seed) % 11 - 5;
    }
  }
  return t;
}

static unsigned hash(tensor y) {
  unsigned h = 1;
  FOR(o, OUT) FOR(i, SIDE) FOR(j, SIDE) h = h * 31 + y[o][i][j];
  return h;
}

#define SIZES OUT, SIDE, SIDE, IN, K

int main(void) {
  tensor x = make(IN, SIDE + K, SIDE + K, 2), y = make(OUT, SIDE, SIDE, 3);
  tensor f[OUT];
  FOR(o, OUT) f[o] = make(IN, K, K, o);
  const int n[] = {IN, IN, IN, IN}, rows[] = {OUT, OUT, OUT, OUT};
  // No filter gives anything for the first row but zero.
  FOR(c, IN) FOR(u, K) FOR(v, K) f[0][c][u][v] = 0;
  y[0][0][0] = 1 << 30;
  size_of_index(x, f, y, SIZES, n, &y[0][0][0]);
  printf("%x\n", hash(y));
  y[0][0][0] = 1;
  asked_size(x, f, y, SIZES, NULL, &y[0][0][0]);
  printf("%x\n", hash(y));
  y[0][0][3] = 1 << 30;
  last_asked(x, f, y, SIZES, rows, &y[0][0][3]);
  printf("%x\n", hash(y));
  as_it_is(x, f, y, SIZES, n, n);
  printf("%x\n", hash(y));
  struct row *r = between_pages(2 * sizeof *r, 1);
  r[0] = (struct row){100, K}, r[1] = (struct row){2, K};
  last_row(x, f, y, SIZES, r);
  printf("%x\n", hash(y));
  long *own = between_pages(sizeof *own, 1);
  *own = K;
  y[0][SIDE - 1][SIDE - 1] = OUT;
  f[0][IN - 1][K - 1][K - 1] = 1;
  x[IN - 1][SIDE + K - 2][SIDE + K - 2] = 1 - OUT;
  overwritten(x, f, y, SIZES, &y[0][SIDE - 1][SIDE - 1], own);
  printf("%x\n", hash(y));
  // A size that is where the result comes to last.
  y[OUT - 1][SIDE - 1][SIDE - 1] = IN;
  as_it_is(x, f, y, SIZES, &y[OUT - 1][SIDE - 1][SIDE - 1], n);
  printf("%x\n", hash(y));
  int **wide[OUT];
  FOR(o, OUT) {
    wide[o] = calloc(SIDE * EVERY, sizeof *wide[o]);
    FOR(i, SIDE) wide[o][i * EVERY] = y[o][i];
  }
  y[0][1] = wide[0][EVERY] = (int *)&wide[1][0];
  over_table(x, f, wide, SIZES, n, n);
  printf("%x\n", hash(y));
  return 0;
}
