//===- repeated-runs.c - Loops that multiply by the same matrix -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O2 -march=x86-64-v3 -Wall -Werror -Wl,--wrap=mmap %s
// RUN: mkdir -p %t
// RUN: %clang %{flags} -o %t/plain && %t/plain > %t/plain.out
// RUN: %clangplugin -Rpass=gemmify %{flags} -o %t/auto 2>&1 | FileCheck %s
// RUN: %t/auto | diff - %t/plain.out
// RUN: %t/auto 1 | diff - %t/plain.out
// RUN: %t/auto 2 | diff - %t/plain.out
// RUN: %t/auto 3 | diff - %t/plain.out
// RUN: %clangplugin -mllvm -gemmify-strategy=packing %{flags} -o %t/packed
// RUN: %t/packed | diff - %t/plain.out
// RUN: %clangplugin -mllvm -gemmify-strategy=packing -mllvm -gemmify-kc=8 \
// RUN:   -mllvm -gemmify-mc=32 -mllvm -gemmify-nc=12 %{flags} -o %t/blocks
// RUN: %t/blocks | diff - %t/plain.out
// RUN: %clangplugin -mllvm -gemmify-strategy=tiling %{flags} -o %t/tiled
// RUN: %t/tiled | diff - %t/plain.out
//
// What is packed of it in one run serves all later ones: not where C of some run
// lies in it, and not beyond the loop. Each of the first requests for memory
// fails in turn.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define KERNEL __attribute__((noinline)) static

// CHECK-DAG: c:[[#@LINE+7]]:{{.*}}; packed B kept for further runs
KERNEL void rows(int runs, int m, int n, int l, float **c, const int *ldc,
                 float **a, const float *b) {
  for (int r = 0; r < runs; r++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          c[r][i * ldc[r] + j] += a[r][i * l + k] * b[k * n + j];
}
// CHECK-DAG: c:[[#@LINE+9]]:{{.*}}; packed B kept for further runs
KERNEL void columns(int runs, int m, int n, int l, float **c, const int *ldc,
                    float **a, const float *b) {
  for (int r = 0; r < runs; r++) {
    float *own = c[r];
    const int ld = ldc[r];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          own[i * ld + j] += a[r][i * l + k] * b[j * l + k];
  }
}
// CHECK-DAG: c:[[#@LINE+10]]:{{.*}}; packed A kept for further runs
KERNEL void weights_left(int runs, int m, int n, int l, float **c,
                         const int *ldc, float **b, const float *a) {
  for (int r = 0; r < runs; r++) {
    float *own = c[r];
    const float *other = b[r];
    const int ld = ldc[r];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          own[i * ld + j] += a[i * l + k] * other[k * n + j];
  }
}
// CHECK-DAG: c:[[#@LINE+9]]:{{.*}}; packed B kept for further runs
KERNEL void bytes(int runs, int m, int n, int l, int32_t **c, int8_t **a,
                  const int8_t *b) {
  for (int r = 0; r < runs; r++) {
    int32_t *own = c[r];
    const int8_t *other = a[r];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          own[i * n + j] += other[i * l + k] * b[j * l + k];
  }
}
// Rows of C are found through tables, of which the kernel looks at all.
// CHECK-DAG: c:[[#@LINE+10]]:{{.*}}; packed B kept for further runs
KERNEL void tables(int runs, int m, int n, int l, float ***c, const int *lda,
                   float **a, const float *b) {
  for (int r = 0; r < runs; r++) {
    float **own = c[r];
    const float *other = a[r];
    const int ld = lda[r];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          own[i][j] += other[i * ld + k] * b[j * l + k];
  }
}
// Lines evict each other, and where C is decides what is packed.
// CHECK-DAG: c:[[#@LINE+8]]:{{.*}}; packed B kept for further runs
KERNEL void evicting(int runs, int m, int n, int l, float **c, const float *a,
                     const float *b) {
  for (int r = 0; r < runs; r++) {
    float *own = c[r];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          own[i * n + j] += a[i * 1024 + k] * b[j * 1024 + k];
  }
}
// Two layers, of which neither writes the other's weights; the loop is left
// early. The one around it has other weights each time.
// CHECK-DAG: c:[[#@LINE+13]]:{{.*}}; packed B kept for further runs
// CHECK-DAG: c:[[#@LINE+19]]:{{.*}}; packed B kept for further runs
KERNEL int layers(int blocks, int runs, int m, int n, float limit,
                  float *restrict x, float *restrict y, const float *restrict v,
                  const float *restrict w) {
  int steps = 0;
  for (int q = 0; q < blocks; q++, v += n * n, w += n * n)
    for (int r = 0; r < runs; r++) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
          float sum = 0;
          for (int k = 0; k < n; k++)
            sum += x[i * n + k] * v[j * n + k];
          y[i * n + j] = sum > 0 ? sum : sum * 0.5f;
        }
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
          float sum = 0;
          for (int k = 0; k < n; k++)
            sum += y[i * n + k] * w[k * n + j];
          x[i * n + j] = sum;
        }
      steps++;
      if (x[0] > limit)
        break;
      if (x[1] > 2 * limit)
        return -steps;
    }
  return steps;
}
// The weights change between two runs, and the other operand stays.
// CHECK-DAG: c:[[#@LINE+7]]:{{.*}}; packed A kept for further runs
KERNEL void learns(int runs, int m, int n, int l, float *restrict c,
                   const float *restrict a, float *restrict b) {
  for (int r = 0; r < runs; r++) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          c[i * n + j] += a[i * l + k] * b[j * l + k];
    b[r] += c[r];
  }
}

// Which weights, and how many, is loaded in each run: C may lie on that. Some
// runs have no product, but change a weight.
struct weights { int64_t at, n, l; };
// CHECK-DAG: c:[[#@LINE+13]]:{{.*}}; packed B kept for further runs
KERNEL void loaded(int runs, const int *m, int64_t **c, const int64_t *a,
                   const int64_t *all, const struct weights *of) {
  for (int r = 0; r < runs; r++) {
    const int64_t *b = all + of->at, n = of->n, l = of->l;
    int64_t *own = c[r];
    if (m[r] < 0) {
      own[0]++;
      continue;
    }
    for (int i = 0; i < m[r]; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          own[i * n + j] += a[i * l + k] * b[j * l + k];
  }
}

enum { Most = 140, Runs = 9 };
static float pool[4 * Runs * Most * Most] __attribute__((aligned(4096)));
static int requests, fails;

void *__real_mmap(void *, size_t, int, int, int, off_t);
void *__wrap_mmap(void *at, size_t size, int prot, int flags, int fd,
                  off_t off) {
  return ++requests == fails ? MAP_FAILED
                             : __real_mmap(at, size, prot, flags, fd, off);
}

static void fill(void) {
  unsigned seed = 1;
  for (size_t i = 0; i < sizeof pool / sizeof *pool; i++)
    pool[i] = (int)((seed = seed * 1664525 + 1013904223) >> 16) % 201 * .01f - 1;
}
static void show(const char *name, int m, int n, int l) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < sizeof pool / sizeof *pool; i++) {
    uint32_t bits;
    memcpy(&bits, &pool[i], sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  printf("%s %d %d %d: %016llx\n", name, m, n, l, (unsigned long long)hash);
}

/// C of run \p inside lies in the weights, C of every third run has longer rows.
static void run(int runs, int m, int n, int l, int inside) {
  float *a[Runs], *c[Runs], *weights = pool + 3 * Runs * Most * Most;
  int8_t *bytes_a[Runs];
  int32_t *bytes_c[Runs];
  int ld[Runs];
  for (int r = 0; r < Runs; r++) {
    a[r] = pool + r * Most * Most;
    c[r] = r == inside ? weights + 40 : pool + (Runs + 2 * r) * Most * Most;
    ld[r] = r % 3 == 2 ? n + 3 : n;
    bytes_a[r] = (int8_t *)a[r];
    bytes_c[r] = (int32_t *)c[r];
  }
  fill();
  rows(runs, m, n, l, c, ld, a, weights);
  show("rows", m, n, l);
  fill();
  columns(runs, m, n, l, c, ld, a, weights);
  show("columns", m, n, l);
  fill();
  weights_left(runs, m, n, l, c, ld, a, weights);
  show("left", m, n, l);
  fill();
  bytes(runs, m, n, l, bytes_c, bytes_a, (const int8_t *)weights);
  show("bytes", m, n, l);
  fill();
  float *lines[Runs][Most], **own[Runs];
  for (int r = 0; r < Runs; r++) {
    own[r] = lines[r];
    for (int i = 0; i < Most; i++)
      lines[r][i] = pool + Runs * Most * Most + (r * Most + i) * Most;
  }
  if (inside >= 0)
    lines[inside][1] = weights + 7;
  tables(runs, m, n, l, own, ld, a, weights);
  show("tables", m, n, l);
  fill();
  learns(runs, m, n, l, c[0], a[0], weights);
  show("learns", m, n, l);
  for (int limit = 0; limit < 3; limit++) {
    fill();
    int steps = layers(3, runs, m, n, limit ? limit * 40 : 1e30f, a[0], c[0],
                       weights, weights + 3 * n * n);
    show("layers", m, n, steps);
  }
}

/// In one run, C is \p of itself from word \p word on: 16 is added to that one,
/// zero to the next ones.
static void run_loaded(int n, int l, int word) {
  enum { All = 20, Words = 8192 };
  static int64_t words[4 * Words];
  int64_t *all = words, *a = words + Words, *out = words + 2 * Words;
  int64_t *own = words + 3 * Words, *c[All];
  int m[All];
  for (int w = 0; w < 4 * Words; w++)
    words[w] = w % 37 - 11;
  for (int w = 0; w < 4 * l; w++)
    all[w] = w == 0;
  a[0] = 16;
  struct weights *of = (struct weights *)own;
  *of = (struct weights){0, n, l};
  for (int r = 0; r < All; r++) {
    m[r] = r % 5 + 1;
    c[r] = out;
  }
  m[7] = m[12] = -1;
  c[7] = all + 5 * l;
  if (word >= 0) {
    m[15] = 1;
    c[15] = own + word;
  }
  loaded(All, m, c, a, all, of);
  uint64_t hash = 14695981039346656037u;
  for (int w = 0; w < 4 * Words; w++)
    hash = (hash ^ (uint64_t)words[w]) * 1099511628211u;
  printf("loaded %d %d %d: %016llx\n", n, l, word, (unsigned long long)hash);
}

int main(int count, char **args) {
  fails = count > 1 ? atoi(args[1]) : 0;
  static const int sizes[][3] = {{70, 48, 40}, {17, 33, 35}, {8, 64, 64},
                                 {33, 100, 24}, {5, 16, 140}, {0, 9, 9},
                                 {9, 0, 9},     {9, 9, 0}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int inside = -1; inside < Runs; inside += 5)
      run(Runs, sizes[s][0], sizes[s][1], sizes[s][2], inside);
  volatile int few[] = {8, 12, 24};
  for (int s = 0; s < 9; s++) {
    float *c[Runs];
    const int m = few[s % 3], n = 33 + s % 7, l = few[s / 3];
    for (int r = 0; r < Runs; r++)
      c[r] = pool + (256 + r * 8) * 1024 + (r / 3 % 2 ? 100 : 0);
    fill();
    evicting(Runs, m, n, l, c, pool, pool + 128 * 1024);
    show("evicting", m, n, l);
  }
  for (int word = -1; word < 2; word++) {
    run_loaded(40, 60, word);
    run_loaded(60, 33, word);
  }
  run(0, 70, 48, 40, -1);
  run(1, 70, 48, 40, -1);
  run(3, 70, 48, 40, -1);
  // Nothing is lost where a loop is left.
  printf("%s\n", requests < 20 ? "few requests" : "many requests");
}
