//===- matrix-vector-pages.c - Arrays of two loops end at pages -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O2 -march=native -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 6
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o -o %t && %t
// RUN: %clang -O2 -march=x86-64-v3 -w %s -c -DV=plain -o %t.plain3.o
// RUN: %clangplugin -O2 -march=x86-64-v3 -w %s -c -DV=gemmify -o %t.gemmify3.o
// RUN: %clang -O1 -DMAIN %s %t.plain3.o %t.gemmify3.o -o %t.3 && %t.3
//
// The matrix, the vector and the result each end, or begin, where an
// inaccessible page begins, or ends. Arrays that overlap give what the loops
// give, which goes from the first row to the last.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)

#ifdef V
#define EACH(NAME, T)                                                          \
  void CAT(V, NAME)(long m, long k, const T *A, long lda, const T *x, T *y) {  \
    for (long i = 0; i < m; i++) {                                             \
      T s = 0;                                                                 \
      for (long p = 0; p < k; p++)                                             \
        s += A[i * lda + p] * x[p];                                            \
      y[i] = s;                                                                \
    }                                                                          \
  }                                                                            \
  void CAT(V, CAT(NAME, added))(long m, long k, const T *A, long lda,          \
                                const T *x, T *y) {                            \
    for (long i = 0; i < m; i++)                                               \
      for (long p = 0; p < k; p++)                                             \
        y[i] += A[i * lda + p] * x[p];                                         \
  }                                                                            \
  void CAT(V, CAT(NAME, columns))(long m, long k, const T *A, long lda,        \
                                  const T *x, T *y) {                          \
    for (long i = 0; i < m; i++) {                                             \
      T s = y[i];                                                              \
      for (long p = 0; p < k; p++)                                             \
        s -= A[i + p * lda] * x[p];                                            \
      y[i] = s;                                                                \
    }                                                                          \
  }
EACH(floats, float)
EACH(doubles, double)
#endif

#ifdef MAIN
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROOM = 1 << 20, PAGE = 4096 };

/// \p Bytes that end, or begin, at an inaccessible page.
static char *obtain(char *Pages, size_t Bytes, int AtEnd) {
  return AtEnd ? Pages + PAGE + ROOM - Bytes : Pages + PAGE;
}

static char *reserve(void) {
  char *P = mmap(NULL, ROOM + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  if (P == MAP_FAILED || mprotect(P + PAGE, ROOM, PROT_READ | PROT_WRITE))
    exit(2);
  return P;
}

static int Failures;

#define DEFINE(NAME, T)                                                        \
  void plain_##NAME(long, long, const T *, long, const T *, T *);              \
  void gemmify_##NAME(long, long, const T *, long, const T *, T *);            \
  static void try_##NAME(char **Of, long m, long k, long gap, int Columns) {   \
    const long lda = (Columns ? m : k) + gap, lines = Columns ? k : m;         \
    const long size = lines ? (lines - 1) * lda + (Columns ? m : k) : 0;       \
    for (int End = 0; End != 2; End++) {                                       \
      T *A = (T *)obtain(Of[0], size * sizeof(T), End);                        \
      T *x = (T *)obtain(Of[1], k * sizeof(T), End);                           \
      T *y = (T *)obtain(Of[2], m * sizeof(T), End);                           \
      T *want = malloc((m + 1) * sizeof(T));                                   \
      for (long i = 0; i < size; i++)                                          \
        A[i] = (T)(rand() % 2001 - 1000) / 777;                                \
      for (long i = 0; i < k; i++)                                             \
        x[i] = (T)(rand() % 2001 - 1000) / 333;                                \
      for (long i = 0; i < m; i++)                                             \
        y[i] = want[i] = (T)(rand() % 2001 - 1000) / 99;                       \
      plain_##NAME(m, k, A, lda, x, want);                                     \
      gemmify_##NAME(m, k, A, lda, x, y);                                      \
      if (memcmp(want, y, m * sizeof(T)) && ++Failures < 20)                   \
        printf(#NAME " %ldx%ld, gap %ld, end %d\n", m, k, gap, End);           \
      free(want);                                                              \
    }                                                                          \
  }                                                                            \
  /* The result at each place in and beside the vector and the matrix. */      \
  static void overlap_##NAME(void) {                                           \
    enum { M = 40, K = 33, ALL = M * 48 + 64 };                                \
    static T In[ALL], Want[ALL], Got[ALL];                                     \
    for (long at = 0; at < ALL - M; at++)                                      \
      for (long from = 0; from < 3; from++) {                                  \
        for (long i = 0; i < ALL; i++)                                         \
          In[i] = Want[i] = Got[i] = (T)(rand() % 17 - 8) / 16;                \
        plain_##NAME(M, K, Want + 64, K, Want + from * 9, Want + at);          \
        gemmify_##NAME(M, K, Got + 64, K, Got + from * 9, Got + at);           \
        if (memcmp(Want, Got, sizeof Got) && ++Failures < 20)                  \
          printf(#NAME " overlapping at %ld, from %ld\n", at, from);           \
      }                                                                        \
  }
#define ALL_OF(NAME, T)                                                        \
  DEFINE(NAME, T) DEFINE(NAME##_added, T) DEFINE(NAME##_columns, T)
ALL_OF(floats, float)
ALL_OF(doubles, double)

int main(void) {
  char *Of[] = {reserve(), reserve(), reserve()};
  static const long Sizes[] = {0, 1, 7, 15, 16, 17, 31, 32, 33, 47, 64, 65, 100};
  for (unsigned I = 0; I != sizeof Sizes / sizeof *Sizes; I++)
    for (unsigned J = 0; J != sizeof Sizes / sizeof *Sizes; J++)
      for (long gap = 0; gap < 4; gap += 3) {
        const long m = Sizes[I], k = Sizes[J];
        try_floats(Of, m, k, gap, 0);
        try_floats_added(Of, m, k, gap, 0);
        try_floats_columns(Of, m, k, gap, 1);
        try_doubles(Of, m, k, gap, 0);
        try_doubles_added(Of, m, k, gap, 0);
        try_doubles_columns(Of, m, k, gap, 1);
      }
  try_floats(Of, 37, 1024, 0, 0);
  try_doubles(Of, 70, 517, 507, 0);
  overlap_floats();
  overlap_floats_added();
  overlap_floats_columns();
  overlap_doubles();
  overlap_doubles_added();
  overlap_doubles_columns();
  return Failures != 0;
}
#endif
