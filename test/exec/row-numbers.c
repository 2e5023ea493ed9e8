//===- row-numbers.c - Rows that say how long they are --------------------===//
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
// Each form runs where all rows say the same, and where one does not: then tables
// are not there, or not yet, to which the source does not come.
//
//===----------------------------------------------------------------------===//

#include "harness/pages.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { OUT = 8, SIDE = 8, IN = 4, K = 8 };

struct filter {
  float *begin, *end;
  long n;
};
struct result {
  float ***y, *flat;
  long flag;
};
struct holder {
  long n;
  struct result *r;
};

#define FORM static __attribute__((noinline)) void
#define FOR(V, N) for (long V = 0; V < N; V++)
#define ALL                                                                    \
  long out, long h, long w, long in, float ***x, struct filter **f,            \
      float ***y, struct holder *p, struct holder *q, struct result *good
#define USED (void)y, (void)p, (void)q, (void)good
#define ASKED FOR(o, out) FOR(i, h) FOR(j, w)

/// The last number says which row it is.
// CHECK-DAG: [[@LINE+10]]:{{[0-9]+}}: remark: matrix product rewritten
FORM last_is_row(ALL) {
  USED;
  ASKED {
    float sum = 0;
    long k = 0;
    FOR(c, in) {
      k = f[o][c].end - f[o][c].begin;
      FOR(u, k) sum += x[c][i][j + u] * f[o][c].begin[u];
    }
    y[o][k + i][j] = sum;
  }
}

/// The last number says whether there is a row.
FORM last_is_asked(ALL) {
  USED;
  ASKED {
    float sum = 0;
    long k = 0;
    FOR(c, in) {
      k = f[o][c].n;
      FOR(u, k) sum += x[c][i][j + u] * f[o][c].begin[u];
    }
    if (k > 0)
      y[o][i][j] = sum;
  }
}

/// Another number says where the result is.
#define GIVES(NAME, RESULT)                                                    \
  FORM NAME(ALL) {                                                             \
    USED;                                                                      \
    ASKED {                                                                    \
      float sum = 0;                                                           \
      FOR(c, in) {                                                             \
        const struct filter *g = &f[o][c];                                     \
        if (g->n > 0) {                                                        \
          FOR(u, g->n) sum += x[c][i][j + u] * g->begin[u];                    \
        } else                                                                 \
          q->r = good;                                                         \
      }                                                                        \
      p->r->RESULT = sum;                                                      \
    }                                                                          \
  }
GIVES(gives_result, y[o][i][j])
GIVES(gives_flat_result, flat[(o * h + i) * w + j])

/// A size that is the same in all rows does.
FORM gives_flag(ALL) {
  USED;
  FOR(o, out) FOR(i, h) {
    long flag = 1;
    FOR(j, w) {
      float sum = 0;
      if (flag > 0)
        FOR(c, in) {
          if (p->n > 0) {
            FOR(u, p->n) sum += x[c][i][j + u] * f[o][c].begin[u];
          } else
            q->r = good;
        }
      flag = p->r->flag;
      y[o][i][j] = sum;
    }
  }
}

/// Inner rows have lengths of their own, and tables where these are not zero.
// CHECK-DAG: [[@LINE+8]]:{{[0-9]+}}: remark: matrix product rewritten
FORM inner_lengths(ALL) {
  USED;
  ASKED {
    float sum = 0;
    FOR(c, in)
      FOR(u, f[o][c].n)
        sum += x[c][i][j + u] * f[o][c].begin[u];
    y[o][i][j] = sum;
  }
}

/// Elements of the innermost loop say where it ends.
static long *ends;
// CHECK-DAG: [[@LINE+6]]:{{[0-9]+}}: remark: matrix product rewritten
FORM own_end(ALL) {
  USED;
  ASKED {
    float sum = 0;
    FOR(c, in) FOR(u, ends[u]) sum += x[c][i][j + u] * f[o][c].begin[u];
    y[o][i][j] = sum;
  }
}

/// A distance of a pointer to itself, when a branch has been left out.
// CHECK-DAG: [[@LINE+11]]:{{[0-9]+}}: remark: matrix product rewritten
FORM no_distance(ALL) {
  USED;
  ASKED {
    float sum = 0;
    uintptr_t b = (uintptr_t)f[o][0].begin, e = 0;
    if (f[o][0].n > 0) {
      FOR(c, in) FOR(u, f[o][0].n) sum += x[c][i][j + u] * f[o][0].begin[u];
      e = b;
    } else
      q->n = j;
    y[o][i][j + (e - b) + (e & 0)] = sum;
  }
}

static float ***make(long a, long b, long c) {
  float ***t = malloc(a * sizeof *t);
  FOR(p, a) {
    t[p] = between_pages(b * sizeof **t, 1);
    FOR(q, b) {
      t[p][q] = malloc(c * sizeof ***t);
      FOR(r, c) t[p][q][r] = (p * 7 + q * 3 + r * 5) % 11 - 5;
    }
  }
  return t;
}

#define EACH(F)                                                                \
  F(last_is_row) F(last_is_asked) F(gives_result) F(gives_flat_result)         \
  F(gives_flag) F(inner_lengths) F(own_end) F(no_distance)

static void run(const char *name, void (*form)(ALL), long o, long c, long n) {
  float ***x = make(IN, SIDE, SIDE + K), ***y = make(OUT, SIDE + K, SIDE);
  struct filter *f[OUT];
  FOR(at, OUT) {
    f[at] = between_pages(IN * sizeof **f, 1);
    FOR(of, IN) {
      float *of_k = malloc(K * sizeof *of_k);
      FOR(u, K) of_k[u] = (at + of * 3 + u) % 7 - 3;
      f[at][of] = (struct filter){of_k, of_k + K, K};
    }
  }
  struct result r = {y, y[0][0], 1};
  r.flat = between_pages(OUT * SIDE * SIDE * sizeof(float), 1);
  struct holder p = {K, &r};
  const long read = n == K ? K : n;
  ends = between_pages((read + 1) * sizeof *ends, 1);
  FOR(u, read + 1) ends[u] = u == read ? read : K;
  if (n != K) {
    struct filter *one = &f[o][c];
    *one = (struct filter){n ? one->begin : NULL, n ? one->begin + n : NULL, n};
    p.n = 0;
    if (o == 0 && n == 0)
      p.r = NULL;
  }
  form(OUT, SIDE, SIDE, IN, x, f, y, &p, &p, &r);
  unsigned hash = 1;
  FOR(at, OUT) FOR(i, SIDE + K) FOR(j, SIDE) {
    hash = hash * 31 + (int)y[at][i][j];
    if (i < SIDE)
      hash = hash * 31 + (int)r.flat[(at * SIDE + i) * SIDE + j];
  }
  printf("%s %ld %ld %ld: %x\n", name, o, c, n, hash);
}

int main(void) {
#define RUN(F)                                                                 \
  run(#F, F, 0, 0, K);                                                         \
  run(#F, F, 0, 1, 0);                                                         \
  run(#F, F, 1, 0, 0);                                                         \
  run(#F, F, OUT - 1, IN - 1, 1);
  EACH(RUN)
  return 0;
}
