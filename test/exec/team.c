//===- team.c - One product by several threads ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O3 -march=x86-64-v3 -Wall -Werror
// DEFINE: %{link} = %clang -O1 -pthread %s %t/product.o %t/plain.o
// RUN: rm -rf %t && mkdir %t
// RUN: %clangplugin %{flags} -mllvm -gemmify-threads -Rpass=gemmify -DPLAIN=0 -c %s -o %t/product.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// REMARK: packing mr=16 nr=6 kr=1 mc=160 kc=368 nc=1242; up to 512 threads; original loops kept as fallback
// RUN: %clang %{flags} -DPLAIN=1 -c %s -o %t/plain.o
// RUN: not %clangplugin -O1 -mllvm -gemmify-threads=many -DPLAIN=0 -c %s -o %t/bad.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// BAD: invalid value 'many' for -gemmify-threads: accepted are on, off and whole numbers from 1 to 512
//
// The runtime is our own: its threads begin late, in any order, and are fewer
// than they should be when it says so. Bits are those of the source.
// RUN: %{link} -Wall -Werror %S/Inputs/team.c -lm -o %t/run
// RUN: env TEAM=1 %t/run | FileCheck %s --check-prefixes=CHECK,ALONE
// RUN: env TEAM=2 %t/run | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: env TEAM=3 %t/run | FileCheck %s --check-prefixes=CHECK,THREE
// RUN: env TEAM=7 %t/run | FileCheck %s --check-prefixes=CHECK,SEVEN
// RUN: env TEAM=6 TEAM_GETS=2 %t/run | FileCheck %s --check-prefixes=CHECK,SIX
//
// The runtime that comes with the C compiler, in a program that forks.
// RUN: %{link} -DREAL -Wl,--no-as-needed -lgomp -lm -o %t/gnu
// RUN: env OMP_NUM_THREADS=3 %t/gnu | FileCheck %s --check-prefix=REAL
// REAL: 7 of 7 products are right
// REAL-NEXT: in a forked process: right
//
// A program without a runtime computes alone.
// RUN: %{link} -DMISSING -lm -o %t/missing
// RUN: %t/missing | FileCheck %s --check-prefix=MISSING
// MISSING: 7 of 7 products are right
//
// CHECK: 7 of 7 products are right
// ALONE-NEXT: teams: 0
// TWO-NEXT: teams: 5, at most 2
// THREE-NEXT: teams: 5, at most 3
// SEVEN-NEXT: teams: 5, at most 7
// SIX-NEXT: teams: 5, at most 6
// CHECK-NEXT: in a parallel region, in a handler, in a forked process: 3 right
// CHECK-NEXT: teams: 0
// CHECK-NEXT: 64 of 64 products of 8 threads are right
// CHECK-NEXT: rounded upward: right
// CHECK-NEXT: errno is kept
//
//===----------------------------------------------------------------------===//

enum { N = 261 };

#ifdef PLAIN
#if PLAIN
#define NAME(X) X##_plain
#else
#define NAME(X) X##_product
#endif

void NAME(sum)(long n, const float *restrict a, const float *restrict b,
               float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void NAME(blas)(long n, const float *restrict a, const float *restrict b,
                float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float s = 0;
      for (long k = 0; k < n; k++)
        s += a[k * n + i] * b[j * n + k];
      c[i * n + j] = 1.5f * s + 0.5f * c[i * n + j];
    }
}

void NAME(doubles)(long n, const float *restrict fa, const float *restrict fb,
                   float *restrict fc) {
  const double *a = (const double *)fa, *b = (const double *)fb;
  double *restrict c = (double *)fc;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void NAME(wide)(long n, const float *restrict a, const float *restrict b,
                float *restrict c) {
  for (long i = 0; i < 17; i++)
    for (long j = 0; j < 8 * n; j++) {
      float s = c[i * 8 * n + j];
      for (long k = 0; k < 300; k++)
        s += a[i * 300 + k] * b[j + k];
      c[i * 8 * n + j] = s;
    }
}

void NAME(triangle)(long n, const float *restrict a, const float *restrict b,
                    float *restrict c) {
  for (long i = 0; i < 2 * n; i++)
    for (long j = 0; j <= i; j++) {
      float s = 0;
      for (long k = 0; k < n; k++)
        s += a[i + k] * b[j + k];
      c[2 * i * n + j] = s;
    }
}

void NAME(bytes)(long n, const float *restrict fa, const float *restrict fb,
                 float *restrict fc) {
  const signed char *a = (const signed char *)fa, *b = (const signed char *)fb;
  int *restrict c = (int *)fc;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      int s = 0;
      for (long k = 0; k < 2 * n; k++)
        s += a[i * 2 * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void NAME(little)(long n, const float *restrict a, const float *restrict b,
                  float *restrict c) {
  NAME(sum)(n / 8, a, b, c);
}
#else
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void product(long, const float *, const float *, float *);
#define FORMS(X)                                                               \
  X(sum) X(blas) X(doubles) X(wide) X(triangle) X(bytes) X(little)
#define DECLARE(X) product X##_product, X##_plain;
FORMS(DECLARE)

static const struct form {
  product *fast, *plain;
} forms[] = {
#define ROW(X) {X##_product, X##_plain},
    FORMS(ROW)};

enum { Forms = sizeof forms / sizeof *forms, Size = N * N * 8 };
static float a[Size], b[Size], start[Size], want[Forms][Size];

#if defined(MISSING) || defined(REAL)
static int teams, largest;
#else
extern int teams, largest;
void in_parallel(void (*run)(void *), void *data);
#endif

static int is_right(int form, float *c) {
  memcpy(c, start, sizeof start);
  forms[form].fast(N, a, b, c);
  return !memcmp(c, want[form], sizeof start);
}

static int count_right(float *c) {
  int right = 0;
  for (int form = 0; form != Forms; ++form)
    right += is_right(form, c);
  return right;
}

static void prepare(void) {
  srand(7);
  for (int i = 0; i != Size; ++i) {
    a[i] = (float)(rand() % 2000 - 1000) / 1024;
    b[i] = (float)(rand() % 2000 - 1000) / 512;
    start[i] = (float)(rand() % 1000);
  }
  for (int form = 0; form != Forms; ++form) {
    memcpy(want[form], start, sizeof start);
    forms[form].plain(N, a, b, want[form]);
  }
}

static float mine[Size];

#ifdef REAL
int main(void) {
  prepare();
  printf("%d of %d products are right\n", count_right(mine), Forms);
  pid_t child = fork();
  if (!child)
    _exit(count_right(mine) == Forms ? 42 : 1);
  int status;
  waitpid(child, &status, 0);
  printf("in a forked process: %s\n",
         WEXITSTATUS(status) == 42 ? "right" : "wrong");
}
#else
static int found;
static void find(void *unused) { found += is_right(0, mine); }
static void handler(int signal) { find(NULL); }

static void *work(void *unused) {
  float *c = malloc(sizeof start);
  long right = 0;
  for (int round = 0; round != 8; ++round)
    right += is_right(round % 3, c);
  free(c);
  return (void *)right;
}

static void print_teams(void) {
  printf("teams: %d", teams);
  if (teams)
    printf(", at most %d", largest);
  printf("\n");
  teams = 0;
}

int main(void) {
  prepare();
  printf("%d of %d products are right\n", count_right(mine), Forms);
#ifndef MISSING
  print_teams();
  in_parallel(find, NULL);
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  pid_t child = fork();
  if (!child)
    _exit(is_right(0, mine) && !teams ? 42 : 1);
  int status;
  waitpid(child, &status, 0);
  found += WEXITSTATUS(status) == 42;
  printf("in a parallel region, in a handler, in a forked process: %d right\n",
         found);
  print_teams();

  pthread_t threads[8];
  long right = 0;
  for (int t = 0; t != 8; ++t)
    pthread_create(&threads[t], NULL, work, NULL);
  for (int t = 0; t != 8; ++t) {
    void *result;
    pthread_join(threads[t], &result);
    right += (long)result;
  }
  printf("%ld of 64 products of 8 threads are right\n", right);

  fesetround(FE_UPWARD);
  memcpy(want[0], start, sizeof start);
  forms[0].plain(N, a, b, want[0]);
  printf("rounded upward: %s\n", is_right(0, mine) ? "right" : "wrong");
  fesetround(FE_TONEAREST);
  errno = 77;
  is_right(1, mine);
  printf("errno is %s\n", errno == 77 ? "kept" : "lost");
#endif
}
#endif
#endif
