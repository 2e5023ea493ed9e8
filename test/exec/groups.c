//===- groups.c - Sums over groups that have scales -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 8
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o -o %t && %t
// Where all numbers are exact, additions in any order give the same.
// DEFINE: %{fast} = %{flags} -march=x86-64-v3 -ffast-math
// RUN: %clang %{fast} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{fast} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 8
// RUN: %clang -O1 -DMAIN -DEXACT %s %t.plain.o %t.gemmify.o -o %t && %t
//
// Operands end at the end of a page. C may hold anything before; it may overlap
// with operands and scales, which then change from one group to the next, and
// its rows may overlap each other.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

#define ARGS                                                                   \
  (long m, long n, long G, const int8_t *a, const int8_t *b, const float *sa,  \
   const float *sb, float *c, long ldc)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(I, N) for (long I = 0; I < N; I++)
enum { Size = 32 };

#ifdef V
#define SUM                                                                    \
  int isum = 0;                                                                \
  UP(k, Size) isum += a[(i * G + g) * Size + k] * b[(j * G + g) * Size + k];
void CAT(V, scaled) ARGS {
  UP(i, m) UP(j, n) {
    float val = 0;
    UP(g, G) {
      SUM
      val += (float)isum * sa[i * G + g] * sb[j * G + g];
    }
    c[i * ldc + j] = val;
  }
}
void CAT(V, goes_on) ARGS {
  UP(i, m) UP(j, n) {
    float val = c[i * ldc + j];
    UP(g, G) {
      SUM
      val -= isum * sb[g];
    }
    c[i * ldc + j] = val;
  }
}
/// The last group is added first; the sum starts from a bias.
void CAT(V, downward) ARGS {
  UP(i, m) UP(j, n) {
    float val = sb[j];
    for (long g = G - 1; g >= 0; g--) {
      SUM
      val = val * 0.5f + isum * sa[i];
    }
    c[i * ldc + j] = val;
  }
}
void CAT(V, largest) ARGS {
  UP(i, m) UP(j, n) {
    float val = -1e30f;
    UP(g, G) {
      SUM
      float x = isum * sa[i * G + g];
      val = x > val ? x : val;
    }
    c[i * ldc + j] = val;
  }
}
/// Pointers that advance; sizes in int.
void CAT(V, pointers) ARGS {
  for (int i = 0; i < (int)m; i++)
    for (int j = 0; j < (int)n; j++) {
      const int8_t *x = a + i * (int)G * Size, *y = b + j * (int)G * Size;
      const float *s = sa + i * (int)G;
      float val = 0;
      for (int g = 0; g < (int)G; g++, x += Size, y += Size) {
        int isum = 0;
        for (int k = 0; k < Size; k++)
          isum += x[k] * y[k];
        val += isum * *s++;
      }
      c[i * (int)ldc + j] = val;
    }
}
/// Bits of an integer: any operation will do.
void CAT(V, mixes) ARGS {
  unsigned *h = (unsigned *)c;
  UP(i, m) UP(j, n) {
    unsigned val = 1;
    UP(g, G) {
      SUM
      val = (val << 5 | val >> 27) ^ isum;
    }
    h[i * ldc + j] = val;
  }
}
/// By columns of C; groups of any size.
void CAT(V, columns) ARGS {
  const long size = ldc % 40 + 1;
  UP(j, n) UP(i, m) {
    float val = 0;
    UP(g, G) {
      int isum = 0;
      UP(k, size) isum += a[(i * G + g) * size + k] * b[(j * G + g) * size + k];
      val += isum * sa[i * G + g];
    }
    c[j * ldc + i] = val;
  }
}
/// Sums of floats, in the source's order.
void CAT(V, floats) ARGS {
  const float *x = sa, *y = sb;
  UP(i, m) UP(j, n) {
    float val = 0;
    UP(g, G) {
      float sum = 0;
      UP(k, Size) sum += x[i * G + g + k] * y[j * G + g + k];
      val += sum * (1.0f + g);
    }
    c[i * ldc + j] = val;
  }
}
/// Reads its own element besides: no reading.
void CAT(V, own) ARGS {
  UP(i, m) UP(j, n) {
    const float before = c[i * ldc + j];
    float val = 0;
    UP(g, G) {
      SUM
      val += isum * before;
    }
    c[i * ldc + j] = val;
  }
}
#endif

#ifdef MAIN
#include "harness/pages.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EACH(F)                                                                \
  F(scaled) F(goes_on) F(downward) F(largest) F(pointers) F(mixes) F(columns) F(floats) F(own)
#define DECLARE(NAME) void plain_##NAME ARGS, gemmify_##NAME ARGS;
EACH(DECLARE)

static unsigned State = 1;
static unsigned draw(void) { return (State = State * 1664525 + 1013904223) >> 8; }

enum { MostC = 64 * 96 };
static float Before[MostC], X[MostC], Y[MostC];

static int check(const char *Name, const void *P, const void *Q, size_t Bytes, long m, long n, long G) {
  if (!memcmp(P, Q, Bytes))
    return 0;
  printf("%s differs: %ldx%ldx%ld\n", Name, m, n, G);
  return 1;
}

int main(void) {
  const long Sizes[][3] = {{0, 5, 5}, {5, 0, 5}, {20, 20, 0}, {1, 1, 1},  {8, 8, 1},   {8, 40, 2},
                           {7, 9, 3}, {16, 16, 4}, {17, 33, 5}, {40, 41, 7}, {40, 1, 9}, {64, 48, 2}};
  int Bad = 0;
  for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; S++) {
    const long m = Sizes[S][0], n = Sizes[S][1], G = Sizes[S][2];
    const long ld = (m > n ? m : n) + S % 3;
    const size_t NumA = m * G * Size, NumB = n * G * Size, NumS = (m > n ? m : n) * (G ? G : 1) + Size;
    int8_t *a = between_pages(NumA, 1), *b = between_pages(NumB, 1);
    float *sa = between_pages(NumS * 4, 1), *sb = between_pages(NumS * 4, 1);
    for (size_t At = 0; At < NumA; At++)
      a[At] = draw();
    for (size_t At = 0; At < NumB; At++)
      b[At] = draw();
#ifdef EXACT
    for (size_t At = 0; At < NumA; At++)
      a[At] %= 8;
    for (size_t At = 0; At < NumB; At++)
      b[At] %= 8;
    for (size_t At = 0; At < NumS; At++) {
      sa[At] = draw() % 2 ? 1 : 2;
      sb[At] = draw() % 2 ? 1 : 0.5f;
    }
    for (int At = 0; At < MostC; At++)
      Before[At] = 1 + draw() % 100;
#else
    for (size_t At = 0; At < NumS; At++) {
      sa[At] = draw() % 50 ? draw() % 1000 / 999.0f - 0.4f : (float[]){INFINITY, NAN, -0.0}[draw() % 3];
      sb[At] = draw() % 1000 / 777.0f - 0.6f;
    }
    for (int At = 0; At < MostC; At++)
      Before[At] = draw() % 5 ? draw() % 100 : -0.0;
#endif
#define RUN(NAME)                                                              \
  if (ld % 40 < Size || strcmp(#NAME, "columns")) {                            \
    memcpy(X, Before, sizeof X), memcpy(Y, Before, sizeof Y);                  \
    plain_##NAME(m, n, G, a, b, sa, sb, X, ld);                                \
    gemmify_##NAME(m, n, G, a, b, sa, sb, Y, ld);                              \
    Bad += check(#NAME, X, Y, sizeof X, m, n, G);                              \
  }
    EACH(RUN)
#ifndef EXACT
    // In place: rows of C overlap, or it overlaps a scale or an operand.
    enum { Pool = 1 << 18 };
    static char P[Pool], Q[Pool];
#define OVERLAP(NAME)                                                          \
  for (int Case = 0; Case < 5; Case++) {                                       \
    for (int At = 0; At < Pool; At++)                                          \
      P[At] = Q[At] = At % 4 == 3 ? 0x3e : draw();                             \
    const long OfC[] = {16384, 16384, 0, 131072, 131072 - 64},                 \
               Ld[] = {ld, 1, ld, ld, ld};                                     \
    plain_##NAME(m, n, G, (int8_t *)P + 65536, (int8_t *)P + 131072, (float *)P, (float *)P + 2048,     \
                 (float *)(P + OfC[Case]), Ld[Case]);                                          \
    gemmify_##NAME(m, n, G, (int8_t *)Q + 65536, (int8_t *)Q + 131072, (float *)Q, (float *)Q + 2048,   \
                   (float *)(Q + OfC[Case]), Ld[Case]);                                          \
    Bad += check(#NAME " in place", P, Q, Pool, m, n, G);                      \
  }
    EACH(OVERLAP)
#endif
  }
  return Bad != 0;
}
#endif
