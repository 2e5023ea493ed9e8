//===- sizes-overwritten.c - Nests that overwrite what they ask for -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{level} = -O2
// DEFINE: %{run} = %clang %{level} %s -o %t.plain && \
// DEFINE:   %clangplugin %{level} -Rpass=gemmify %s -o %t 2>&1 | FileCheck %s && \
// DEFINE:   %t.plain > %t.want && %t > %t.got && diff %t.want %t.got
// RUN: %{run}
// REDEFINE: %{level} = -O3
// RUN: %{run}
//
// The first iteration stores on top of a size or a pointer, and so does not come
// to what that would have led to, which cannot be read.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "harness/pages.h"
#include <stdio.h>
#include <string.h>

#define FORM __attribute__((noinline)) void
#define FOR(V, N) for (int V = 0; V < (N); V++)

typedef struct {
  int k;
} inner;
typedef struct {
  int on, other;
  inner *of;
} outer;
typedef struct {
  int out, oh, ow, in, k, stride, pad, h, w;
} shape;

enum { N = 64 };
static int A[N * N], B[N * N], Y[N * N + 64];
static unsigned char Bytes[N * N], Zeros[N * N], Result[N * N + 64];

// CHECK: matrix product rewritten
FORM whole_row(const outer *s, int *y, const int *a, const int *b, int n, int m,
               int lda) {
  FOR(i, n) {
    FOR(j, m) y[i * m + j] = 0;
    if (s->on)
      FOR(j, m) FOR(k, s->of->k) y[i * m + j] += a[i * lda + k] * b[k * m + j];
  }
}

FORM one_element(const outer *s, int *y, const int *a, const int *b, int n, int m,
                 int lda) {
  FOR(i, n) FOR(j, m) {
    y[i * m + j] = 0;
    if (s->on)
      FOR(k, s->of->k) y[i * m + j] += a[i * lda + k] * b[k * m + j];
  }
}

/// No question lies in between.
FORM pointer(const outer *s, unsigned char *y, const unsigned char *a,
             const unsigned char *b, int n, int m, int lda) {
  FOR(i, n) {
    FOR(j, m) y[i * m + j] = 0;
    FOR(j, m) FOR(k, s->of->k) y[i * m + j] += a[i * lda + k] * b[k * m + j];
  }
}

FORM padded(const shape *s, const int *x, int *y, const int *f) {
  FOR(o, s->out) FOR(i, s->oh) FOR(j, s->ow) {
    y[(o * s->oh + i) * s->ow + j] = 0;
    FOR(c, s->in) FOR(u, s->k) FOR(v, s->k) {
      int iy = i * s->stride + u - s->pad, ix = j * s->stride + v - s->pad;
      if (iy >= 0 && iy < s->h && ix >= 0 && ix < s->w)
        y[(o * s->oh + i) * s->ow + j] +=
            x[(c * s->h + iy) * s->w + ix] * f[((o * s->in + c) * s->k + u) * s->k + v];
    }
  }
}

static void report(const char *name, const void *at, size_t n) {
  unsigned long h = 0;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + ((const unsigned char *)at)[i];
  printf("%s %lx\n", name, h);
  fflush(stdout);
}

int main(void) {
  FOR(i, N *N) A[i] = i % 7 - 3, B[i] = i % 5 - 2, Bytes[i] = i % 11;
  inner *nowhere = (inner *)((char *)between_pages(4096, 1) + 4096);
  const outer first = {1, 1, nowhere};
  memcpy(Y, &first, sizeof first);
  whole_row((outer *)Y, Y, A, B, N, N, N);
  report("whole_row", Y, sizeof Y);
  memcpy(Y, &first, sizeof first);
  one_element((outer *)Y, Y, A, B, N, N, N);
  report("one_element", Y, sizeof Y);

  // The upper bytes of the pointer are cleared: that is where it can be read.
  inner *low = mmap((void *)0x10000, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (low == (void *)0x10000) {
    low->k = N;
    const outer bytes = {1, 1, (inner *)(0x10000 + 0x7f0000000000)};
    memcpy(Result + 8, &bytes, sizeof bytes);
    pointer((outer *)(Result + 8), Result + 8 + 8 + 4, Zeros, Bytes, 1, 8, N);
    report("pointer", Result, sizeof Result);
  } else {
    printf("pointer 0\n");
  }

  shape *s = (shape *)((int *)between_pages(4096, 1) + 1024 - 4);
  s->out = s->oh = s->ow = 1, s->in = 6;
  padded(s, A, &s->in, B);
  printf("padded %d\n", s->in);
}
