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
// REMARK: packing mr=16 nr=6 kr=1 mc=160 kc=368 nc=1242; up to 512 threads that share packed blocks of A; original loops kept as fallback
// RUN: %clang %{flags} -DPLAIN=1 -c %s -o %t/plain.o
// RUN: not %clangplugin -O1 -mllvm -gemmify-threads=many -DPLAIN=0 -c %s -o %t/bad.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// BAD: invalid value 'many' for -gemmify-threads: accepted are on, off and whole numbers from 1 to 512
//
// The runtime is our own: its threads begin late, in any order, and are fewer
// than they should be when it says so. Bits are those of the source. Where a
// product has several shares of rows, its threads pack blocks together and wait
// for each other: most do with four threads; with two, columns are cut.
// RUN: %{link} -Wall -Werror %S/Inputs/team.c -lm -o %t/run
// RUN: env TEAM=1 %t/run | FileCheck %s --check-prefixes=CHECK,ALONE
// RUN: env TEAM=2 %t/run | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: env TEAM=4 %t/run | FileCheck %s --check-prefixes=CHECK,FOUR
// RUN: env TEAM=7 %t/run | FileCheck %s --check-prefixes=CHECK,SEVEN
// RUN: env TEAM=6 TEAM_GETS=2 %t/run | FileCheck %s --check-prefixes=CHECK,SIX
//
// The runtime that comes with the C compiler, in a program that forks, with fewer
// threads, where regions can be canceled, and without memory for threads, where it
// ends the program.
// RUN: %{link} -DREAL -Wl,--no-as-needed -lgomp -lm -o %t/gnu
// RUN: env OMP_NUM_THREADS=4 %t/gnu | FileCheck %s --check-prefixes=REAL,SEVERAL
// RUN: env OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=2 OMP_CANCELLATION=true %t/gnu | FileCheck %s --check-prefixes=REAL,SEVERAL
// RUN: env OMP_NUM_THREADS=3 OMP_DYNAMIC=true OMP_WAIT_POLICY=passive %t/gnu | FileCheck %s --check-prefix=REAL
// REAL: 10 of 10 products are right
// SEVERAL-SAME: , by several threads
// REAL-NEXT: in a forked process: right
// RUN: %{link} -DREAL -DNO_THREADS -Wl,--no-as-needed -lgomp -lm -o %t/gnu
// RUN: env OMP_NUM_THREADS=3 not %t/gnu 2>&1 | FileCheck %s --check-prefix=ENDS
// ENDS: libgomp: Thread creation failed
//
// LLVM's runtime, and a static one.
// RUN: %{link} -DREAL -Wl,--no-as-needed -fopenmp -lm -o %t/llvm
// RUN: env OMP_NUM_THREADS=4 %t/llvm | FileCheck %s --check-prefixes=REAL,SEVERAL
// RUN: env OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=2 OMP_CANCELLATION=true %t/llvm 2> %t/warning | FileCheck %s --check-prefixes=REAL,SEVERAL
// RUN: %{link} -DREAL -static -Wl,--whole-archive -lgomp -Wl,--no-whole-archive -ldl -lm -o %t/static 2> %t/warning
// RUN: env OMP_NUM_THREADS=4 %t/static | FileCheck %s --check-prefixes=REAL,SEVERAL
//
// A program without a runtime computes alone.
// RUN: %{link} -DMISSING -lm -o %t/missing
// RUN: %t/missing | FileCheck %s --check-prefix=MISSING
// MISSING: 10 of 10 products are right
//
// CHECK: 10 of 10 products are right
// ALONE-NEXT: teams: 0
// TWO-NEXT: teams: 10, at most 2; 1 wait, 2 times
// FOUR-NEXT: teams: 10, at most 4; 7 wait, 20 times
// SEVEN-NEXT: teams: 10, at most 7; 2 wait, 4 times
// SIX-NEXT: teams: 10, at most 6; 3 wait, 8 times
// CHECK-NEXT: in a parallel region, in a handler, in a forked process: 3 right
// CHECK-NEXT: teams: 0
// CHECK-NEXT: 64 of 64 products of 8 threads are right
// CHECK-NEXT: rounded upward: right
// CHECK-NEXT: errno is kept
//
// Several blocks of each dimension, for teams of a part of those that were asked
// for, of one, and a thousand times with random delays.
// DEFINE: %{small} = -mllvm -gemmify-kc=128 -mllvm -gemmify-mc=32
// RUN: %clangplugin %{flags} -mllvm -gemmify-threads %{small} -mllvm -gemmify-nc=132 -DPLAIN=0 -c %s -o %t/product.o
// RUN: %{link} %S/Inputs/team.c -lm -o %t/small
// RUN: env TEAM=4 TEAM_DELAY=50 %t/small once | FileCheck %s --check-prefix=SMALL
// RUN: env TEAM=4 TEAM_GETS=3 TEAM_DELAY=50 %t/small once | FileCheck %s --check-prefix=SMALL
// RUN: env TEAM=4 TEAM_GETS=1 TEAM_DELAY=0 %t/small once | FileCheck %s --check-prefix=SMALL
// SMALL: 10 of 10 products are right
// SMALL-NEXT: teams: 10, at most 4; 7 wait, {{[1-9][0-9][0-9]}} times
// RUN: env TEAM=4 TEAM_DELAY=50 %t/small again | FileCheck %s --check-prefix=AGAIN
// AGAIN: 1000 of 1000 products are right
//
// A runtime that has no barrier: all products are cut into columns.
// RUN: %{link} -DGOMP_barrier=no_barrier %S/Inputs/team.c -lm -o %t/apart
// RUN: env TEAM=4 TEAM_DELAY=50 %t/apart once | FileCheck %s --check-prefix=APART
// RUN: env TEAM=7 TEAM_GETS=3 TEAM_DELAY=50 %t/apart once | FileCheck %s --check-prefix=APART
// APART: 10 of 10 products are right
// APART-NEXT: teams: 10, at most {{[4-7]}}; 0 wait
//
// A library with a runtime of its own, whose products take turns with ours.
// RUN: %clangplugin %{flags} -fPIC -mllvm -gemmify-threads -DPLAIN=0 -c %s -o %t/shared.o
// RUN: %clang -shared %t/shared.o -Wl,--no-as-needed -lgomp -o %t/library.so
// RUN: env TEAM=4 TEAM_DELAY=50 OMP_NUM_THREADS=2 %t/small loads %t/library.so | FileCheck %s --check-prefix=LOADS
// LOADS: 40 of 40 products are right
// LOADS-NEXT: teams: 20,
//
// Workspace that the team cannot have, and none at all.
// RUN: %{link} -DREFUSES -Wl,--wrap=mmap %S/Inputs/team.c -lm -o %t/refused
// RUN: env TEAM=4 TEAM_REFUSED=1 %t/refused once | FileCheck %s --check-prefixes=REFUSED,ONE
// RUN: env TEAM=4 TEAM_REFUSED=9999 %t/refused once | FileCheck %s --check-prefixes=REFUSED,ALL
// REFUSED: 10 of 10 products are right
// ONE-NEXT: teams: 8, at most 4;
// ALL-NEXT: teams: 0
//
// What a thread sanitizer sees of the kernels, whose accesses it does not
// instrument where they are longer than 16 bytes, and what it says where threads
// do not wait.
// RUN: %clangplugin -O2 -mllvm -gemmify-threads %{small} -mllvm -gemmify-nc=132 -DPLAIN=0 -S -emit-llvm %s -o %t/product.ll
// RUN: sed 's/^attributes #[0-9]* = {/& sanitize_thread/' %t/product.ll > %t/watched.ll
// RUN: %clang -Wno-override-module -O1 -fsanitize=thread -c %t/watched.ll -o %t/product.o
// RUN: %clang -O2 -DPLAIN=1 -c %s -o %t/plain.o
// RUN: %{link} -fsanitize=thread %S/Inputs/team.c -lm -o %t/watched
// RUN: env TEAM=4 TEAM_DELAY=0 %t/watched once 2>&1 | FileCheck %s --check-prefix=WATCHED
// WATCHED-NOT: ThreadSanitizer
// WATCHED: 10 of 10 products are right
// WATCHED-NEXT: teams: 10, at most 4; 6 wait,
// WATCHED-NOT: ThreadSanitizer
// RUN: env TSAN_OPTIONS=halt_on_error=1:symbolize=0 TEAM=4 TEAM_WAITS=0 TEAM_DELAY=0 not %t/watched once 2>&1 | FileCheck %s --check-prefix=RACES
// RACES: ThreadSanitizer: data race
//
//===----------------------------------------------------------------------===//

enum { N = 285 };

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

void NAME(narrow)(long n, const float *restrict a, const float *restrict b,
                  float *restrict c) {
  for (long i = 0; i < 8 * n; i++)
    for (long j = 0; j < n / 4; j++) {
      float s = c[i * (n / 4) + j];
      for (long k = 0; k < n; k++)
        s += a[8 * k * n + i] * b[k * (n / 4) + j];
      c[i * (n / 4) + j] = s;
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

void NAME(batch)(long n, const float *restrict a, const float *restrict b,
                 float *restrict c) {
  for (long t = 0; t < n / 95; t++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        for (long k = 0; k < n; k++)
          c[(t * n + i) * n + j] += a[(t * n + i) * n + k] * b[(t * n + k) * n + j];
}

/// The lines of a are those of y, whose neighbor x is the one of c's vectors.
void NAME(planes)(long n, const float *restrict a, const float *restrict b,
                  float *restrict c) {
  const long nx = n / 13, ny = 13, nv = n / 11, nw = 12, ne = n / 16, nf = 13;
  for (long y = 0; y < ny; y++)
    for (long v = 0; v < nv; v++)
      for (long w = 0; w < nw; w++)
        for (long x = 0; x < nx; x++)
          for (long e = 0; e < ne; e++)
            for (long f = 0; f < nf; f++)
              c[((y * nv + v) * nw + w) * nx + x] +=
                  a[((x * ne + e) * nf + f) * ny + y] *
                  b[((w * nf + f) * nv + v) * ne + e];
}

void NAME(little)(long n, const float *restrict a, const float *restrict b,
                  float *restrict c) {
  NAME(sum)(n / 8, a, b, c);
}
#else
#define _GNU_SOURCE // RTLD_DEEPBIND
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void product(long, const float *, const float *, float *);
#define FORMS(X)                                                               \
  X(sum) X(blas) X(doubles) X(wide) X(narrow) X(triangle) X(bytes)             \
  X(batch) X(planes) X(little)
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
static int teams, largest, waits;
#else
extern int teams, largest, waits;
void in_parallel(void (*run)(void *), void *data);
#endif

static int is_right(int form, float *c) {
  memcpy(c, start, sizeof start);
  forms[form].fast(N, a, b, c);
  return !memcmp(c, want[form], sizeof start);
}

static int waiting; // Products whose threads wait for each other.

static int count_right(float *c) {
  int right = 0;
  for (int form = 0; form != Forms; ++form) {
    const int before = waits;
    right += is_right(form, c);
    waiting += waits != before;
  }
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

#ifdef REFUSES
/// The system refuses as many mappings in a row as TEAM_REFUSED says.
void *__real_mmap(void *, size_t, int, int, int, off_t);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file,
                  off_t offset) {
  static int asked;
  if (asked++ < atoi(getenv("TEAM_REFUSED"))) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  asked = 0;
  return __real_mmap(at, size, protection, flags, file, offset);
}
#endif

#ifdef REAL
#ifdef NO_THREADS
int pthread_create(pthread_t *thread, const pthread_attr_t *how,
                   void *(*run)(void *), void *data) {
  return EAGAIN;
}
#endif

static int count_threads(void) {
  int count = 0;
  DIR *threads = opendir("/proc/self/task");
  while (threads && readdir(threads))
    ++count;
  if (threads)
    closedir(threads);
  return count - 2; // The folder itself and the one around it.
}

int main(void) {
  prepare();
  const int right = count_right(mine);
  // A runtime keeps its threads.
  printf("%d of %d products are right, by %s\n", right, Forms,
         count_threads() > 1 ? "several threads" : "one thread");
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
    printf(", at most %d; %d wait, %d times", largest, waiting, waits);
  printf("\n");
  teams = 0;
}

/// The smallest product for a team.
static void repeat(int times) {
  enum { Least = 206 };
  int right = 0;
  memcpy(want[0], start, sizeof start);
  forms[0].plain(Least, a, b, want[0]);
  for (int t = 0; t != times; ++t) {
    memcpy(mine, start, Least * Least * sizeof *mine);
    forms[0].fast(Least, a, b, mine);
    right += !memcmp(mine, want[0], Least * Least * sizeof *mine);
  }
  printf("%d of %d products are right\n", right, times);
}

/// Ours, and those of \p library, in turn.
static void take_turns(const char *library) {
  void *loaded = dlopen(library, RTLD_NOW | RTLD_DEEPBIND);
  product *theirs = loaded ? (product *)dlsym(loaded, "sum_product") : NULL;
  int right = 0;
  for (int t = 0; theirs && t != 40; ++t) {
    memcpy(mine, start, sizeof start);
    (t % 2 ? theirs : forms[0].fast)(N, a, b, mine);
    right += !memcmp(mine, want[0], sizeof start);
  }
  printf("%d of 40 products are right\n", right);
  print_teams();
}

int main(int count, char **options) {
  const char *option = count > 1 ? options[1] : "";
  prepare();
  if (!strcmp(option, "again"))
    return repeat(1000), 0;
#ifndef MISSING
  if (!strcmp(option, "loads"))
    return take_turns(options[2]), 0;
#endif
  printf("%d of %d products are right\n", count_right(mine), Forms);
#ifndef MISSING
  print_teams();
  if (!strcmp(option, "once"))
    return 0;
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
