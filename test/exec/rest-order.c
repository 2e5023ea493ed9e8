//===- rest-order.c - Statements whose order with the product matters -----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{level} = -O2
// DEFINE: %{run} = %clang -march=x86-64-v3 %{level} %s -o %t.plain && \
// DEFINE:   %clangplugin -march=x86-64-v3 %{level} -Rpass=gemmify %s -o %t 2>&1 \
// DEFINE:     | FileCheck %s && %t.plain > %t.want && %t > %t.got && \
// DEFINE:   diff %t.want %t.got
// RUN: %{run}
// REDEFINE: %{level} = -O1
// RUN: %{run}
// REDEFINE: %{level} = -O3
// RUN: %{run}
//
// The product is split off only where no value changes on the way: what reads
// C(i,j), what decides on what the product starts with, and addresses that wrap.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <string.h>

enum { M = 40, N = 400, K = 64 };

#define ARGS float *C, float *A, float *B, float *D, float *E, long m, long n, long k
#define NEST                                                                   \
  for (long i = 0; i < m; i++)                                                 \
    for (long j = 0; j < n; j++)
#define SUM                                                                    \
  for (long l = 0; l < k; l++)                                                 \
    s += A[i * k + l] * B[l * n + j];
#define FORM __attribute__((noinline)) void

// CHECK: remark: matrix product rewritten
/// E may be C: what is read of the sum behind its store is the sum.
FORM read_behind(ARGS) {
  NEST {
    float s = 0;
    if (k > 0) {
      SUM
      C[i * n + j] = s;
      E[i * n + j] = 5;
    }
    D[i * n + j] = s;
  }
}

/// The condition is read before it changes, also where B is C.
FORM start_by_condition(ARGS) {
  NEST {
    C[i * n + j] = E[j] > 0 ? D[j] : 1;
    float s = 0;
    SUM
    C[i * n + j] = s;
    E[j] = D[i * n + j];
  }
}

/// The index of what decides is written first.
FORM start_by_index(ARGS) {
  int *index = (int *)E;
  NEST {
    index[j] = (int)(j * 7 % n);
    C[i * n + j] = D[index[j]] > 0 ? D[j] : 1;
    float s = 0;
    SUM
    C[i * n + j] = s;
  }
}

// CHECK: remark: matrix product rewritten
/// Two ways into one block, one of which writes what the block reads: E may be
/// D, and B be C.
FORM start_behind_write(ARGS) {
  NEST {
    float start = 1;
    if (A[j] > 0) {
      if (A[j + 1] > 0)
        goto join;
      E[i * n + j] = 5;
    }
    start = D[i * n + j];
  join:
    C[i * n + j] = start;
    float s = 0;
    SUM
    C[i * n + j] = s;
  }
}

// CHECK: remark: matrix product rewritten
/// Both elements of C have one address as long as the narrow index does not wrap.
FORM wraps_beside(ARGS) {
  NEST {
    D[i * n + j] = C[i * n + j] + C[i * n + (unsigned char)j];
    float s = 0;
    SUM
    C[i * n + j] = s;
  }
}

static float a[M * N], b[N * N], c[M * N], d[M * N], e[M * N];

static void fill(float *x, long count, int factor) {
  for (long i = 0; i < count; i++)
    x[i] = (float)(i * factor % 101 - 50) / 700;
}

static void run(const char *name, void (*form)(ARGS), float *B, float *E) {
  fill(a, M * N, 37);
  fill(b, N * N, 31);
  fill(c, M * N, 13);
  fill(d, M * N, 7);
  fill(e, M * N, 5);
  if (form == start_by_index)
    memset(e, 0x7f, sizeof e); // What is read too early is far away.
  form(c, a, B, d, E, M, B == c ? M : N, B == c ? M : K);
  unsigned hash = 0;
  float *const all[] = {a, b, c, d, e};
  for (int x = 0; x < 5; x++)
    for (long i = 0; i < M * N; i++) {
      unsigned bits;
      memcpy(&bits, all[x] + i, sizeof bits);
      hash = hash * 31 + bits;
    }
  printf("%s %x\n", name, hash);
}

int main(void) {
  run("read_behind", read_behind, b, e);
  run("read_behind, E is C", read_behind, b, c);
  run("start_by_condition", start_by_condition, b, e);
  run("start_by_condition, B is C", start_by_condition, c, e);
  run("start_by_index", start_by_index, b, e);
  run("start_by_index, B is C", start_by_index, c, e);
  run("start_behind_write", start_behind_write, b, e);
  run("start_behind_write, B is C, E is D", start_behind_write, c, d);
  run("wraps_beside", wraps_beside, b, e);
}
