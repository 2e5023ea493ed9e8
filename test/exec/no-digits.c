//===- no-digits.c - Counters that are no digits at run time --------------===//
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
//
// What the source divides by is negative, or no multiple of the other divisor;
// the counter is negative; the number of iterations has wrapped, or the product
// of the divisors; what was loaded twice has changed. The original loops have to run.
// Digits may also be beyond 2^31, and values be used behind the loop; the counter
// may move by a step that does not divide what it is divided by.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

#define FORM __attribute__((noinline)) void
static double carried[4000];
#define MATRICES const float *restrict a, const float *restrict b, float *c

// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM part(int first, int last, int n, int l, MATRICES) {
  for (int t = first; t < last; t++) {
    int i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[i * 100 + j] = sum;
  }
}
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM whole(unsigned m, unsigned n, int l, MATRICES) {
  for (unsigned t = 0; t < m * n; t++) {
    unsigned i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum;
  }
}
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM area(int total, int of, int n, int l, MATRICES) {
  for (int t = 0; t < total; t++) {
    int x = t / of, rest = t % of, i = rest / n, j = rest % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[(x * 50 + i) * 100 + j] = sum;
  }
}
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM three(unsigned s, unsigned m, unsigned n, unsigned l, MATRICES) {
  for (unsigned t = 0; t < s * m * n; t++) {
    unsigned x = t / (m * n), i = t / n % m, j = t % n;
    float sum = 0;
    for (unsigned k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * n + j];
    c[t] = sum + x;
  }
}
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM long_three(size_t s, size_t m, size_t n, size_t l, MATRICES) {
  for (size_t t = 0; t < s * m * n; t++) {
    size_t x = t / (m * n), i = t / n % m, j = t % n;
    float sum = 0;
    for (size_t k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum + x;
  }
}
/// The counter is divided as two numbers.
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM two_starts(long first, long last, int n, int l, MATRICES) {
  for (long t = first; t < last; t++) {
    int i = (int)t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t - first] = sum;
  }
}
/// It is divided by two numbers.
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM two_lengths(long total, long n, int l, MATRICES) {
  for (long t = 0; t < total; t++) {
    int j = t % (int)n, i = t / n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum;
  }
}

/// What is carried goes through the rows and what is before and after them.
// CHECK: no-digits.c:[[@LINE+8]]:{{.*}} matrix product rewritten
FORM carries(long first, long last, long n, int l, MATRICES) {
  double x = 1;
  for (long t = first; t < last; t++) {
    long i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum;
    carried[t] = x;
    x = x * 1.0001 + t;
  }
}

/// Digits of 2^31 and more, as numbers with a sign.
static const long below = 1l << 31;
// CHECK: no-digits.c:[[@LINE+8]]:{{.*}} matrix product rewritten
FORM signed_mask(unsigned first, unsigned last, long l, MATRICES) {
  for (unsigned t = first; t < last; t++) {
    long i = (int)(t & ~15u) + below;
    unsigned j = t & 15;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * 4 + k] * b[k * 100 + j];
    c[i + j] = sum;
  }
}
// CHECK: no-digits.c:[[@LINE+8]]:{{.*}} matrix product rewritten
FORM signed_quotient(unsigned first, unsigned last, unsigned n, long l, MATRICES) {
  for (unsigned t = first; t < last; t++) {
    long i = (int)(t / n) + below;
    unsigned j = t % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[i * 16 + j] = sum;
  }
}

/// From the second iteration on, what was carried is a value from before the loop.
FORM factor_from_before(long total, long n, long l, float x, MATRICES) {
  float before = x * 3, factor = x;
  for (long t = 0; t < total; t++) {
    long i = t / n, j = t % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum * factor;
    factor = before;
  }
  carried[0] = factor;
}
FORM start_from_before(long total, long n, long l, float x, MATRICES) {
  float before = a[l] * 3, start = x;
  for (long t = 0; t < total; t++) {
    long i = t / n, j = t % n;
    float sum = start;
    for (long k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum;
    start = before;
  }
  carried[0] = before;
}
/// The loop ends at one of two bounds; what it read last is used behind it.
FORM last_read(long m, long n, long l, long most, const float *restrict from,
               double *restrict to, MATRICES) {
  for (long i = 0; i < m; i++) {
    float last;
    for (long j = 0;; j++) {
      last = from[j];
      if (j == n)
        break;
      float sum = last;
      for (long k = 0; k < l; k++)
        sum += a[i * l + k] * b[k * 100 + j];
      c[i * 100 + j] = sum;
      if (j + 1 == most)
        break;
    }
    to[i] = last;
  }
}

/// Each thread takes every nth element, or row.
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM every(int first, int step, int total, int n, int l, MATRICES) {
  for (int t = first; t < total; t += step) {
    int i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[i * 100 + j] = sum;
  }
}
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM every_unsigned(unsigned first, unsigned step, unsigned last, unsigned n, int l, MATRICES) {
  for (unsigned t = first; t <= last; t += step) {
    unsigned i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[i * 100 + j] = sum + t;
  }
}
// CHECK: no-digits.c:[[@LINE+8]]:{{.*}} matrix product rewritten
FORM every_row(long first, long step, long total, long m, long n, long l, MATRICES) {
  for (long t = first; t < total; t += step) {
    long x = t / m, i = t % m;
    for (long j = 0; j < n; j++) {
      float sum = 0;
      for (long k = 0; k < l; k++)
        sum += a[t * l + k] * b[(x * l + k) * 100 + j];
      c[(x * 50 + i) * 100 + j] = sum;
    }
  }
}
// CHECK: no-digits.c:[[@LINE+7]]:{{.*}} matrix product rewritten
FORM every_of_three(long first, long step, long total, long m, long n, long l, MATRICES) {
  for (long t = first; t < total; t += step) {
    long x = t / (m * n), i = t / n % m, j = t % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[t] = sum + x;
  }
}
/// The counter is read as a number of 32 and of 64 bits.
// CHECK: no-digits.c:[[@LINE+8]]:{{.*}} matrix product rewritten
FORM every_of_two(long first, long step, long total, int n, int l, MATRICES) {
  for (long t = first; t < total; t += step) {
    int i = (int)t / n;
    long j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 100 + j];
    c[i * 100 + j] = sum;
  }
}

static int rows = 30;
__attribute__((noinline)) void change(int to) { rows = to; }
/// Other functions load it, too.
__attribute__((noinline)) int three_times(void) { return rows * 3; }

// CHECK: no-digits.c:[[@LINE+10]]:{{.*}} matrix product rewritten
FORM loaded_twice(int total, int to, int n, int l, MATRICES) {
  const int before = rows;
  change(to);
  for (int t = 0; t < total; t++) {
    int x = t / before, y = t % before, row = x * rows + y;
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < l; k++)
        sum += a[row * l + k] * b[k * 100 + j];
      c[row * 100 + j] = sum;
    }
  }
}

enum { MOST = 1 << 17 };
static float a[MOST], b[MOST], c[2 * MOST];

static void show(const char *name) {
  unsigned hash = 2166136261u;
  for (unsigned i = 0; i < sizeof c; ++i)
    hash = (hash ^ ((unsigned char *)c)[i]) * 16777619u;
  for (unsigned i = 0; i < sizeof carried; ++i)
    hash = (hash ^ ((unsigned char *)carried)[i]) * 16777619u;
  printf("%s %x\n", name, hash);
  for (int i = 0; i < 2 * MOST; ++i)
    c[i] = i % 7;
}

int main(void) {
  for (int i = 0; i < MOST; ++i) {
    a[i] = (i * 2654435761u) / 4e9f - 0.5f;
    b[i] = (i * 2246822519u) / 4e9f - 0.5f;
  }
  float *const A = a + MOST / 2, *const C = c + MOST;
#define RUN(CALL, ...)                                                         \
  CALL(__VA_ARGS__);                                                           \
  show(#CALL #__VA_ARGS__);
  RUN(part, 0, 2000, 50, 40, A, b, C)
  RUN(part, 25, 1990, 50, 40, A, b, C)
  RUN(part, -30, 2000, 50, 40, A, b + 100, C)
  RUN(part, -2000, -10, 50, 40, A, b + 100, C)
  RUN(part, 0, 2000, -50, 40, A, b, C)
  RUN(part, -2000, 2000, -50, 20, A, b + 100, C)
  RUN(part, 0, 0, 0, 40, A, b, C)
  RUN(part, 7, 7, 0, 40, A, b, C)
  RUN(whole, 50, 60, 40, a, b, c)
  RUN(whole, 65536, 65537, 2, a, b, c)
  RUN(whole, 0, 60, 40, a, b, c)
  RUN(whole, 60, 0, 40, a, b, c)
  RUN(whole, -3, -40, 40, a, b, c)
  RUN(area, 3000, 1500, 50, 40, a, b, c)
  RUN(area, 3000, 1490, 50, 40, a, b, c)
  RUN(area, 1000, 40, 50, 40, a, b, c)
  RUN(area, 2990, 1500, 50, 40, a, b, c)
  RUN(area, 2990, 1500, -50, 40, A, b, C)
  RUN(area, 2990, -1500, 50, 40, a, b, C)
  RUN(three, 3, 40, 50, 30, a, b, c)
  RUN(three, 1, 65536, 65537, 1, a, b, c)
  RUN(three, 3, 65537, 65536, 1, a, b, c)
  RUN(three, 0, 40, 50, 30, a, b, c)
  RUN(long_three, 3, 40, 50, 30, a, b, c)
  RUN(long_three, 9, 4, (1ul << 62) + 1, 1, a, b, c)
  RUN(two_starts, 20, 2000, 50, 30, a, b, c)
  RUN(two_starts, (1l << 32) + 120, (1l << 32) + 2000, 50, 30, a, b, c)
  RUN(two_lengths, 2000, 50, 30, a, b, c)
  RUN(two_lengths, 2000, (1l << 32) + 50, 30, a, b, c)
  RUN(carries, 0, 4000, 50, 30, a, b, c)
  RUN(carries, 7, 3011, 50, 30, a, b, c)
  RUN(carries, 100, 3011, 50, 30, a, b, c)
  RUN(carries, 100, 120, 50, 30, a, b, c)
  RUN(every, 0, 8, 2000, 56, 40, a, b, c)
  RUN(every, 3, 8, 2000, 56, 40, a, b, c)
  RUN(every, 35, 8, 1999, 56, 40, a, b, c)
  RUN(every, 120, 8, 125, 56, 40, a, b, c)
  RUN(every, 3, 7, 2000, 50, 40, a, b, c)
  RUN(every, 3, 50, 2000, 50, 40, a, b, c)
  RUN(every, 3, 100, 2000, 50, 40, a, b, c)
  RUN(every, 5, 1, 2000, 50, 40, a, b, c)
  RUN(every, -30, 8, 2000, 56, 40, A, b + 100, C)
  RUN(every, 3, 8, 2000, -56, 40, A, b, C)
  RUN(every, 9, 0, 9, 0, 40, a, b, c)
  RUN(every, 9, -1, 3, 50, 40, a, b, c)
  RUN(every, 8, 2147483639, 2000, 56, 40, a, b, c)
  RUN(every_unsigned, 3, 8, 1995, 48, 40, a, b, c)
  RUN(every_unsigned, 3, 8, 1996, 48, 40, a, b, c)
  RUN(every_unsigned, 0, 0x80000001, 0x80000003, 0x80000001, 40, a, b, c)
  RUN(every_unsigned, 0xc0000003, 8, 0xc0000700, 0x40000000, 0, a, b, c)
  RUN(every_row, 1, 5, 150, 50, 30, 20, a, b, c)
  RUN(every_row, 7, 4, 150, 50, 30, 20, a, b, c)
  RUN(every_row, 7, 5, 141, 50, 30, 20, a, b, c)
  RUN(every_of_three, 3, 5, 4000, 40, 50, 30, a, b, c)
  RUN(every_of_three, 103, 10, 3711, 40, 50, 30, a, b, c)
  RUN(every_of_three, 3, 100, 4000, 40, 50, 30, a, b, c)
  RUN(every_of_two, 3, 5, 2000, 50, 30, a, b, c)
  RUN(every_of_two, (1l << 32) + 3, 5, (1l << 32) + 2000, 50, 30, a, b, c)
  RUN(every_of_two, 3, (1l << 32) + 5, (1l << 33) + 2000, 50, 30, a, b, c)
  RUN(loaded_twice, 500, 30, 60, 40, a, b, c)
  RUN(loaded_twice, 500, 31, 60, 40, a, b, c)
  RUN(loaded_twice, 500, 3, 60, 40, a, b, c)
  printf("%d\n", three_times());
  RUN(signed_mask, 1u << 31, (1u << 31) + 1024, 64, a, b, c)
  RUN(signed_mask, (1u << 31) + 7, (1u << 31) + 1000, 64, a, b, c)
  RUN(signed_quotient, 1u << 31, (1u << 31) + 500, 1, 64, a, b, c)
  RUN(factor_from_before, 2000, 50, 30, 2.5f, a, b, c)
  RUN(factor_from_before, 1, 50, 30, 2.5f, a, b, c)
  RUN(start_from_before, 2000, 50, 30, 2.5f, a, b, c)
  RUN(last_read, 60, 50, 40, 1000, a, carried, a, b, c)
  RUN(last_read, 60, 50, 40, 50, a, carried, a, b, c)
  RUN(last_read, 60, 50, 40, 30, a, carried, a, b, c)
  return 0;
}
