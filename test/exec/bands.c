//===- bands.c - Products of banded matrices ------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -march=x86-64-v3 -w %s -c
// RUN: %clang %{flags} -O2 -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -O2 -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 18
// RUN: %clangplugin %{flags} -O3 -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -Rpass=gemmify -o %t.blocks.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 17
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -o %t && %t
//
// What is outside of the band is not added, whatever it is.
//
//===----------------------------------------------------------------------===//

#include <stdlib.h>

#define EACH(F)                                                                \
  F(by_abs) F(by_abs_long) F(by_two) F(by_continue) F(uneven) F(middle)        \
  F(in_memory) F(bounds) F(bounds_long) F(bounds_last) F(bounds_last_long)     \
  F(below) F(above) F(bounds_middle) F(uneven_bounds) F(scaled) F(integers)    \
  F(unlimited)
#define ARGS                                                                   \
  (int m, int n, int k, int lower, int upper, const float *A, const float *B,  \
   float *restrict C)

#include "harness/builds.h"

#define A_ A[i * k + p]
#define B_ B[p * n + j]
#define C_ C[i * n + j]
#define MOST(X, Y) ((X) > (Y) ? (X) : (Y))
#define LEAST(X, Y) ((X) < (Y) ? (X) : (Y))
#define I for (int i = 0; i < m; i++)
#define J for (int j = 0; j < n; j++)
#define P for (int p = 0; p < k; p++)
#define I_ for (long i = 0; i < m; i++)
#define J_ for (long j = 0; j < n; j++)
#define P_ for (long p = 0; p < k; p++)
#define SUM(...)                                                               \
  {                                                                            \
    float s = 0;                                                               \
    __VA_ARGS__ s += A_ * B_;                                                  \
    C_ = s;                                                                    \
  }

#ifdef V
F(by_abs) { I J SUM(P if (abs(i - p) <= upper)) }
F(by_abs_long) { I_ J_ SUM(P_ if (labs(p - i) < upper)) }
F(by_two) { I J SUM(P if (i - p <= lower && p - i <= upper)) }
F(by_continue) { I J SUM(P if (p < i - lower || p > i + upper) continue; else) }
F(uneven) { I_ J_ SUM(P_ if (2 * i - p <= lower && p - 2 * i < upper)) }
F(middle) { I P if (abs(i - p) <= upper) J C_ += A_ * B_; }
F(in_memory) { I J P if (abs(i - p) <= upper) C_ += A_ * B_; }
F(bounds) { I J SUM(for (int p = MOST(0, i - lower); p < LEAST(k, i + upper + 1); p++)) }
F(bounds_long) { I_ J_ SUM(for (long p = MOST(0, i - lower); p < LEAST(k, i + upper + 1); p++)) }
F(bounds_last) { I J SUM(for (int p = MOST(0, i - lower); p <= LEAST(k - 1, i + upper); p++)) }
F(bounds_last_long) { I_ J_ SUM(for (long p = MOST(0, i - lower); p <= LEAST(k - 1, i + upper); p++)) }
F(below) { I_ J_ SUM(for (long p = 0; p < LEAST(k, i + upper); p++)) }
F(above) { I_ J_ SUM(for (long p = MOST(0, i - lower); p < k; p++)) }
F(bounds_middle) { I_ for (long p = MOST(0, i - lower); p < LEAST(k, i + upper + 1); p++) J_ C_ += A_ * B_; }
F(uneven_bounds) { I_ J_ SUM(for (long p = MOST(2, 2 * i - lower); p < LEAST(k - 1, 2 * i + upper); p++)) }
F(scaled) {
  I J {
    float s = 0;
    for (int p = MOST(0, i - lower); p < LEAST(k, i + upper + 1); p++) s += A_ * B_;
    C_ = 1.5f * s + 0.5f * C_;
  }
}
F(integers) {
  const int *X = (const int *)A, *Y = (const int *)B;
  int *Z = (int *)C;
  I_ J_ {
    int s = 0;
    for (long p = MOST(0, i - lower); p < LEAST(k, i + upper + 1); p++)
      s += X[i * k + p] * Y[p * n + j];
    Z[i * n + j] = s;
  }
}
// One bound is the band's alone: lower rows have more steps than k.
F(unlimited) { I_ J_ SUM(for (long p = 0; p <= i + 2; p++)) }
#endif

#ifdef MAIN
#include "harness/pages.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { Most = 64 * 64 };
static float *A, *B, *C, First[Most], Wanted[Most];

static void fill(float *X, int Count, int Special) {
  static unsigned Seed = 1;
  for (int At = 0; At < Count; ++At) {
    Seed = Seed * 1103515245 + 12345;
    const int R = (int)(Seed >> 16) % 64;
    X[At] = (R - 30) / 8.0f;
    if (Special && R < 6)
      X[At] = R < 2 ? -0.0f : R < 4 ? NAN : R < 5 ? INFINITY : 1e30f;
  }
}

static int differ(int Count) {
  for (int At = 0; At < Count; ++At)
    if (memcmp(C + At, Wanted + At, sizeof(float)) && !(isnan(C[At]) && isnan(Wanted[At])))
      return 1;
  return 0;
}

int main(void) {
  static const int Sizes[][3] = {{40, 33, 45}, {50, 60, 20}, {17, 8, 60},
                                 {33, 40, 1},  {0, 9, 9},    {9, 0, 9},
                                 {9, 9, 0},    {-1, 5, 5},   {24, 16, 24}};
  static const int Widths[] = {-1073741824, -70, -3, -1, 0, 1, 2, 7, 24, 40, 64, 1073741824};
  enum { Count = sizeof Widths / sizeof *Widths };
  for (unsigned Size = 0; Size < sizeof Sizes / sizeof *Sizes; ++Size) {
    const int m = Sizes[Size][0], n = Sizes[Size][1], k = Sizes[Size][2];
    const int OfC = m > 0 && n > 0 ? m * n : 0;
    const int OfA = m > 0 && k > 0 ? m * k : 0, OfB = k > 0 && n > 0 ? k * n : 0;
    for (int Special = 0; Special < 2; ++Special) {
      // The last form reads further than k.
      A = between_pages((OfA + 64) * sizeof(float), 1);
      B = between_pages((OfB + 64 * 64) * sizeof(float), 1);
      C = between_pages((OfC + 1) * sizeof(float), 1);
      fill(A, OfA + 64, Special);
      fill(B, OfB + 64 * 64, Special);
      fill(First, Most, Special);
      for (unsigned Form = 0; Form < sizeof Forms / sizeof *Forms; ++Form)
        for (int Pair = 0; Pair < Count * 3; ++Pair) {
          const int Lower = Widths[Pair % Count], Upper = Widths[(Pair * 5 + Pair / Count) % Count];
          memcpy(C, First, (OfC + 1) * sizeof(float));
          Forms[Form].Run[0](m, n, k, Lower, Upper, A, B, C);
          memcpy(Wanted, C, (OfC + 1) * sizeof(float));
          for (int Which = 1; Which < 3; ++Which) {
            memcpy(C, First, (OfC + 1) * sizeof(float));
            Forms[Form].Run[Which](m, n, k, Lower, Upper, A, B, C);
            if (!differ(OfC + 1))
              continue;
            printf("%s differs: %d, %d, %d, band %d, %d\n", Forms[Form].Name, m, n, k, Lower, Upper);
            return 1;
          }
        }
    }
  }
  return 0;
}
#endif
