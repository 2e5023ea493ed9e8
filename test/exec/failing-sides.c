//===- failing-sides.c - Checks that report a failure and go on -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{level} = -O2
// DEFINE: %{flags} = %{level} -march=x86-64-v3 -Wall -Werror
// DEFINE: %{packing} = -mllvm -gemmify-strategy=packing
// DEFINE: %{build} = %clang %{flags} -DV=plain -c %s -o %t.plain.o \
// DEFINE:   && %clangplugin %{flags} -DV=gemmify %{packing} -c %s -o %t.gemmify.o \
// DEFINE:   && %clang -O1 -DMAIN -Wl,--wrap=mmap %s %t.plain.o %t.gemmify.o -o %t && %t
// RUN: %{build} | FileCheck %s
// REDEFINE: %{level} = -O3
// RUN: %{build} | FileCheck %s
// RUN: %clangplugin %{flags} -fno-strict-aliasing -DV=gemmify %{packing} -c %s -o %t.gemmify.o
// RUN: %clang -O1 -DMAIN -DALIASING -Wl,--wrap=mmap %s %t.plain.o %t.gemmify.o -o %t && %t | FileCheck %s
//
// Where an index is out of range, the program's handler is called as often as
// without the plugin, in the same order and with the same memory before it,
// whatever it does: it may let the rest pass, change elements, or not return.
//
// CHECK: {{^[1-9][0-9]*}} cases, 0 wrong
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

/// What failed, in which matrix and at which index.
void report(const char *what, const void *matrix, size_t index);
void note(size_t i, size_t j);

#define TYPES(F) F(double, size_t, d) F(float, int, f)
#define DECLARE(T, S, X)                                                       \
  typedef struct {                                                             \
    S rows, columns;                                                           \
    T *data;                                                                   \
  } Matrix_##X;
TYPES(DECLARE)
#define EACH(F)                                                                \
  F(dot, d) F(fixed, d) F(axpy, f) F(by_columns, f) F(by_pointer, d)           \
  F(both_ways, f) F(counted, d) F(reported, f) F(noted, d) F(separated, d) F(vector, d)

#ifdef V
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)

#define ACCESSORS(T, S, X)                                                     \
  static inline T get_##X(const Matrix_##X *m, S i, S j) {                     \
    if (i < 0 || i >= m->rows) {                                       \
      report("row", m, i);                                                     \
      return 0;                                                                \
    }                                                                          \
    if (j < 0 || j >= m->columns) {                                    \
      report("column", m, j);                                                  \
      return 1;                                                                \
    }                                                                          \
    return m->data[i * m->columns + j];                                        \
  }                                                                            \
  static inline void set_##X(const Matrix_##X *m, S i, S j, T x) {             \
    if (i < 0 || i >= m->rows)                                                 \
      report("row of result", m, i);                                           \
    else if (j < 0 || j >= m->columns)                                         \
      report("column of result", m, j);                                        \
    else                                                                       \
      m->data[i * m->columns + j] = x;                                         \
  }                                                                            \
  static inline T *at_##X(const Matrix_##X *m, S i, S j) {                     \
    static T nowhere;                                                          \
    if (i >= m->rows || j >= m->columns) {                                     \
      report("place", m, i);                                                   \
      report("place", m, j);                                                   \
      return &nowhere;                                                         \
    }                                                                          \
    return &m->data[j * m->rows + i];                                          \
  }
TYPES(ACCESSORS)
#define UP(S, I, N) for (S I = 0; I < (N); I++)
#define FORM(NAME, X)                                                          \
  void CAT(V, NAME)(const Matrix_##X *c, const Matrix_##X *a,                  \
                    const Matrix_##X *b)

FORM(dot, d) {
  UP(size_t, i, a->rows) UP(size_t, j, b->columns) {
    double s = 0;
    UP(size_t, k, a->columns) s += get_d(a, i, k) * get_d(b, k, j);
    set_d(c, i, j, s);
  }
}
FORM(fixed, d) {
  const int m = c->rows, n = c->columns, l = b->rows;
  UP(int, i, m) UP(int, j, n) {
    double s = get_d(c, i, j);
    UP(int, k, l) s -= get_d(a, i, k) * get_d(b, k, j);
    set_d(c, i, j, s);
  }
}
FORM(axpy, f) {
  UP(int, i, a->rows) UP(int, k, a->columns) UP(int, j, b->columns)
    set_f(c, i, j, get_f(c, i, j) + get_f(a, i, k) * get_f(b, k, j));
}
FORM(by_columns, f) {
  const int m = a->rows, n = b->columns, l = a->columns;
  UP(int, j, n) UP(int, k, l) UP(int, i, m)
    set_f(c, i, j, get_f(c, i, j) + get_f(b, k, j) * get_f(a, i, k));
}
FORM(by_pointer, d) {
  const size_t m = a->rows, n = b->columns, l = a->columns;
  UP(size_t, i, m) UP(size_t, j, n) {
    double s = 0;
    UP(size_t, k, l) s += *at_d(a, i, k) * *at_d(b, k, j);
    *at_d(c, i, j) = s;
  }
}
FORM(both_ways, f) {
  const int m = a->rows, n = b->columns, l = b->rows;
  UP(int, i, m) UP(int, j, n) {
    float s = 0;
    UP(int, k, l) s += *at_f(a, i, k) * get_f(b, k, j);
    set_f(c, i, j, s + get_f(c, i, j));
  }
}
FORM(counted, d) {
  const size_t m = a->rows, n = b->columns, l = a->columns;
  size_t failed = 0;
  UP(size_t, i, m) UP(size_t, j, n) {
    double s = 0;
    UP(size_t, k, l) {
      if (i >= a->rows || k >= a->columns || k >= b->rows || j >= b->columns) {
        report("count", a, failed++);
        continue;
      }
      s += a->data[i * a->columns + k] * b->data[k * b->columns + j];
    }
    set_d(c, i, j, s);
  }
  report("in all", c, failed);
}
FORM(reported, f) {
  const int m = a->rows, n = b->columns, l = a->columns;
  UP(int, i, m) UP(int, j, n) {
    float s = 0;
    UP(int, k, l) {
      float x = 0;
      if (k < b->rows && j < b->columns)
        x = b->data[k * b->columns + j];
      else if (k > 7)
        report("row or column", b, k);
      else
        report("early", b, j);
      s += get_f(a, i, k) * x;
    }
    set_f(c, i, j, s);
  }
}
/// Nothing fails here: the calls are a part of what the nest does.
FORM(noted, d) {
  const size_t m = a->rows, n = b->columns, l = a->columns;
  UP(size_t, i, m) UP(size_t, j, n) {
    double s = 0;
    UP(size_t, k, l) s += a->data[i * l + k] * b->data[k * n + j];
    c->data[i * n + j] = s;
    if (j > 40)
      note(i, j);
  }
}
FORM(vector, d) {
  const int m = a->rows, l = a->columns;
  UP(int, i, m) {
    double s = 0;
    UP(int, k, l) s += get_d(a, i, k) * get_d(b, k, 0);
    set_d(c, i, 0, s);
  }
}
FORM(separated, d) {
  const size_t m = a->rows, n = b->columns, l = a->columns;
  UP(size_t, i, m) {
    UP(size_t, j, n) {
      double s = 0;
      UP(size_t, k, l) s += get_d(a, i, k) * get_d(b, k, j);
      set_d(c, i, j, s);
    }
    if (i >= c->rows)
      note(i, n);
    else
      c->data[i * n] *= 2;
  }
}
#endif

#ifdef MAIN
#include "Inputs/mapped.h"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Bytes = 1 << 15 };
/// What the handler does, besides writing it down.
enum { GoOn, LetPass, Change, Leave, Ways };
static _Alignas(64) char memory[3][Bytes], left[sizeof memory];
static jmp_buf out;
static long cases, wrong, failures;
static int way, *growing;
static uint64_t calls, numberOfCalls;

static void hash(const void *p, size_t n) {
  for (size_t i = 0; i < n; ++i)
    calls = (calls ^ ((const unsigned char *)p)[i]) * 0x100000001b3;
}
void report(const char *what, const void *matrix, size_t index) {
  hash(what, strlen(what));
  hash(&matrix, sizeof matrix);
  hash(&index, sizeof index);
  if (numberOfCalls++ < 3)
    hash(memory[0], 4096);
  if (way == LetPass && numberOfCalls % 3 == 0 && numberOfCalls < 30)
    *growing += 1;
  if (way == Change)
    ((char *)memory[numberOfCalls % 3])[(index * 8 + 64) % 4096] ^= 1;
  if (way == Leave && numberOfCalls == 3)
    longjmp(out, 1);
}
void note(size_t i, size_t j) { report("note", memory, i + 100 * j); }

#define FORMS(NAME, X)                                                         \
  void plain_##NAME(const Matrix_##X *, const Matrix_##X *,                    \
                    const Matrix_##X *);                                       \
  void gemmify_##NAME(const Matrix_##X *, const Matrix_##X *,                  \
                      const Matrix_##X *);
EACH(FORMS)

#define RUNS(T, S, X)                                                          \
  typedef void (*Form_##X)(const Matrix_##X *, const Matrix_##X *,             \
                           const Matrix_##X *);                                \
  static void run_##X(Form_##X f, const int *sizes) {                          \
    Matrix_##X m[3];                                                           \
    for (int o = 0; o < 3; ++o) {                                              \
      m[o] = (Matrix_##X){sizes[2 * o], sizes[2 * o + 1], (T *)memory[o]};     \
      for (int i = 0; i < Bytes / (int)sizeof(T); ++i)                         \
        ((T *)memory[o])[i] = (i * 7 + o) % 13 - 5;                            \
    }                                                                          \
    calls = numberOfCalls = 0;                                                 \
    growing = (int *)&m[cases % 3].columns;                                    \
    if (!setjmp(out))                                                          \
      f(&m[0], &m[1], &m[2]);                                                  \
  }                                                                            \
  static void compare_##X(const char *name, Form_##X plain, Form_##X gemmify,  \
                          const int *sizes) {                                  \
    ++cases;                                                                   \
    run_##X(plain, sizes);                                                     \
    const uint64_t expected = calls, often = numberOfCalls;                    \
    failures += often != 0;                                                    \
    memcpy(left, memory, sizeof left);                                         \
    run_##X(gemmify, sizes);                                                   \
    if (calls == expected && !memcmp(left, memory, sizeof left))               \
      return;                                                                  \
    ++wrong;                                                                   \
    printf("%s, way %d: %d by %d, %d by %d, %d by %d: %ld and %ld calls\n",    \
           name, way, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4],        \
           sizes[5], (long)often, (long)numberOfCalls);                        \
  }                                                                            \
  static void count_##X(const char *name, Form_##X gemmify, int isProduct) {   \
    const int large[6] = {54, 55, 54, 53, 53, 55};                             \
    const pid_t child = fork();                                                \
    if (!child) {                                                              \
      run_##X(gemmify, large);                                                 \
      _exit(mapped != 0);                                                      \
    }                                                                          \
    int status = -1;                                                           \
    waitpid(child, &status, 0);                                                \
    if (WIFEXITED(status) && WEXITSTATUS(status) == isProduct)                 \
      return;                                                                  \
    ++wrong;                                                                   \
    printf("%s: status %x\n", name, status);                                   \
  }                                                                            \
  static void test_##X(const char *name, Form_##X plain, Form_##X gemmify) {   \
    for (way = 0; way < Ways; ++way)                                           \
      for (int m = 0; m < 55; m = m * 53 + 1)                                  \
        for (int n = 1; n < 55; n = n * 53 + 1)                                \
          for (int k = 1; k < 53; k = k * 51 + 1)                              \
            for (int o = 0; o < 6; ++o)                                        \
              for (int by = 0; by < 4; ++by) {                                 \
                int sizes[6] = {m, n, m, k, k, n};                             \
                sizes[o] = sizes[o] > by * by * by                             \
                               ? sizes[o] - by * by * by                       \
                               : by == 3 ? sizes[o] + 1 : 0;                   \
                compare_##X(name, plain, gemmify, sizes);                      \
              }                                                                \
    way = 0;                                                                   \
  }
TYPES(RUNS)

/// Vectors take no workspace.
static int isProduct(const char *name) {
  return strcmp(name, "noted") != 0 && strcmp(name, "vector") != 0;
}

int main(void) {
  // Workspace that is mapped once is kept.
#ifndef ALIASING
#define COUNT(NAME, X)                                                         \
  count_##X(#NAME, gemmify_##NAME, isProduct(#NAME));
  EACH(COUNT)
#endif
#define TEST(NAME, X) test_##X(#NAME, plain_##NAME, gemmify_##NAME);
  EACH(TEST)
  printf("%ld cases, %ld wrong\n", cases, wrong);
  return !failures;
}
#endif
