//===- triangle-tests.c - Rows that a test leaves out, or does not --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{level} = -O3
// DEFINE: %{run} = %clang -march=x86-64-v3 %{level} %s -o %t.plain && \
// DEFINE:   %clangplugin -march=x86-64-v3 %{level} -g -Rpass=gemmify %s -o %t 2>&1 \
// DEFINE:     | FileCheck %s && %t.plain > %t.want && %t > %t.got && \
// DEFINE:   diff %t.want %t.got
// RUN: %{run}
// REDEFINE: %{level} = -O2
// RUN: %{run}
// REDEFINE: %{level} = -O1
// RUN: %{run}
// REDEFINE: %{level} = -O1 -fwrapv
// RUN: %{run}
//
// Loops that run once before they look at their bound have an element in every
// row, unless a test of the row is around them: around the product, around what
// is before and behind it, or beside all of that. What a row without an element
// would read is not read. A bound may be the smaller of two numbers that is cut
// off, or one that wraps where the other is chosen.
//
//===----------------------------------------------------------------------===//

#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>

#define ARGS                                                                   \
  (long n, long o, long K, const double *A, const double *B, double *restrict C)
#define MAY_OVERLAP                                                            \
  (long n, long o, long K, const double *A, const double *B, double *C)
#define FORM __attribute__((noinline)) void
enum { LD = 200 };
#define C_ C[i * LD + j]
#define ROWS for (long i = 0; i < n; i++)
#define SUM for (long k = 0; k < K; k++)
#define COLUMNS(STATEMENT)                                                     \
  {                                                                            \
    long j = 0;                                                                \
    do                                                                         \
      STATEMENT                                                                \
    while (++j < i + o);                                                       \
  }
#define STEP C_ += A[i * K + k] * B[k * LD + j];
#define STEP_ACROSS C_ += A[i * K + k] * B[j * K + k];
#define SUM_ONCE(STATEMENT)                                                    \
  {                                                                            \
    long k = 0;                                                                \
    do                                                                         \
      STATEMENT                                                                \
    while (++k < K);                                                           \
  }

// CHECK: triangle-tests.c:[[@LINE+2]]:{{.*}} matrix product rewritten
FORM tested ARGS {
  ROWS SUM for (long j = 0; j < i + o; j++) STEP
}
FORM tested_beside ARGS {
  ROWS {
    if (i > -o)
      __builtin_prefetch(&A[i * K]);
    SUM COLUMNS(STEP)
  }
}
FORM tested_loop_beside ARGS {
  ROWS {
    if (i > -o)
      for (long j = 0; j < 2; j++)
        __builtin_prefetch(&A[i * K + j]);
    for (long j = 0;;) {
      double s = 1;
      SUM s += A[i * K + k] * B[j * K + k];
      C_ = s;
      if (++j >= i + o)
        break;
    }
  }
}
FORM start_not_tested ARGS {
  ROWS {
    COLUMNS(C_ = 0;)
    if (i > -o)
      SUM COLUMNS(STEP)
  }
}
FORM start_beside_test MAY_OVERLAP {
  ROWS COLUMNS({
    C_ = 0;
    if (i > -o)
      SUM_ONCE(STEP_ACROSS)
  })
}
FORM final_beside_test MAY_OVERLAP {
  ROWS COLUMNS({
    if (i > -o)
      SUM_ONCE(STEP_ACROSS)
    C_ *= 2;
  })
}

#define LENGTHS                                                                \
  (long n, long o, const long *length, const double *restrict A,               \
   const double *restrict B, double *restrict C)
/// Where no row has an element, nobody reads its length.
FORM lengths LENGTHS {
  ROWS for (long j = 0; j < i + o; j++) for (long k = 0; k < length[i]; k++)
    C_ += A[i * 100 + k] * B[j * 100 + k];
}
/// Each row has an element, and there is a length for each row only.
FORM lengths_of_all LENGTHS {
  ROWS COLUMNS(for (long k = 0; k < length[i]; k++)
    C_ += A[i * 100 + k] * B[j * 100 + k];)
}

// CHECK: triangle-tests.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM narrowed(int n, long most, int K, const double *A, const double *B,
              double *restrict C) {
  for (int i = 0; i < n; i++) {
    int end = (int)(i + 1L < most ? i + 1L : most);
    for (int j = 0; j < end; j++)
      for (int k = 0; k < K; k++)
        C_ += A[i * (long)K + k] * B[j * (long)K + k];
  }
}
/// i + o - first wraps in the row, which has one element.
FORM wraps(int n, int first, int o, int K, long ld, const double *A,
           const double *B, double *restrict C) {
  for (int i = 0; i < n; i++) {
    int j = first;
    do
      for (int k = 0; k < K; k++)
        C[i * ld + j] += A[i * (long)K + k] * B[j * (long)K + k];
    while (++j < i + o);
  }
}

/// The test of a row is its own only if both bounds are the same number; where
/// no row passes it, there need be no operands.
struct operands {
  const double *A, *B;
};
FORM other_bound(long n, long tested, long o, long K,
                 const struct operands *Of, double *restrict C) {
  ROWS
    if (i < tested) {
      long j = 0;
      do {
        double sum = 0;
        SUM sum += Of->A[i * K + k] * Of->B[j * K + k];
        C_ += sum;
      } while (++j < o - i);
    }
}

static double A[LD * LD], B[LD * LD], C[LD * LD];

static void show(const char *name, long o) {
  unsigned hash = 2166136261u;
  for (unsigned i = 0; i < sizeof C; ++i)
    hash = (hash ^ ((unsigned char *)C)[i]) * 16777619u;
  printf("%s %ld %x\n", name, o, hash);
  fflush(stdout);
  for (int i = 0; i < LD * LD; ++i)
    C[i] = i % 7;
}

/// Lengths end where a page does.
static long *lengths_before_end(void) {
  enum { Page = 4096 };
  char *at = mmap(NULL, 3 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + Page, Page, PROT_READ | PROT_WRITE);
  long *end = (long *)(at + 2 * Page);
  for (int i = 1; i <= LD; i++)
    end[-i] = 50;
  return end;
}

int main(void) {
  for (int i = 0; i < LD * LD; ++i) {
    A[i] = i % 17 - 3;
    B[i] = i % 13 - 5;
  }
  show("begin", 0);
  static const long Offsets[] = {-300, -150, -3, 0, 1};
  for (int at = 0; at < 5; at++) {
    const long o = Offsets[at];
#define RUN(NAME)                                                              \
  NAME(LD, o, 100, A, B, C);                                                   \
  show(#NAME, o);
    RUN(tested)
    RUN(tested_beside)
    RUN(tested_loop_beside)
    RUN(start_not_tested)
    RUN(start_beside_test)
    RUN(final_beside_test)
  }
  long *end = lengths_before_end();
  lengths(LD, -1000, end - 1001, A, B, C);
  show("lengths", -1000);
  lengths(LD, 0, end - LD, A, B, C);
  show("lengths", 0);
  lengths_of_all(LD, -400, end - LD, A, B, C);
  show("lengths_of_all", -400);
  lengths_of_all(LD, -100, end - LD, A, B, C);
  show("lengths_of_all", -100);
  narrowed(LD, LD, 100, A, B, C);
  show("narrowed", LD);
  narrowed(LD, (1L << 32) + 105, 100, A, B, C);
  show("narrowed", 105);
  other_bound(LD, 0, LD, 100, 0, C);
  show("other_bound", 0);
  const struct operands both = {A, B};
  other_bound(LD, LD, LD, 100, &both, C);
  show("other_bound", LD);
  wraps(1, 5, INT_MIN, 100, 1L << 31, A, B, C);
  show("wraps", INT_MIN);
  wraps(100, 5, 0, 100, LD, A, B, C);
  show("wraps", 0);
  return 0;
}
