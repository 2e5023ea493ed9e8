//===- bytes-in-runs.c - Bytes of several axes, packed by vectors ---------===//
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
// RUN:   | grep -c 'matrix product rewritten' | grep -x 6
// RUN: %clangplugin %{flags} -O3 -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=6 -Rpass=gemmify -o %t.blocks.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 6
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -o %t && %t
//
// Channels lie side by side in runs, which are whole groups of what is packed
// together or not, as many as a vector reads or fewer. Operands end where an
// inaccessible page begins.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

#define EACH(F) F(padded) F(zero_points) F(channels_first) F(contraction) F(words) F(checkered)
/// An output of h×w pixels with o channels from an input with c channels and a
/// filter of k×k, with stride s; z is what a form needs.
#define ARGS                                                                   \
  (long h, long w, long c, long o, long k, long s, int z, const int8_t *A,     \
   const int8_t *B, int32_t *restrict C)

#include "harness/builds.h"

#define UP(I, END) for (long I = 0; I < (END); I++)
#define HEIGHT ((h - 1) * s + k)
#define WIDTH ((w - 1) * s + k)
#define LAST(...)                                                              \
  UP(y, h) UP(x, w) UP(q, o) {                                                 \
    int32_t sum = 0;                                                           \
    UP(r, k) UP(t, k) UP(p, c) { __VA_ARGS__; }                                \
    C[(y * w + x) * o + q] = sum;                                              \
  }

#ifdef V
F(padded) {
  LAST(long iy = y * s + r - k / 2; long ix = x * s + t - k / 2;
       int v = (iy >= 0 && iy < HEIGHT - z && ix >= 0 && ix < WIDTH)
                   ? A[(iy * WIDTH + ix) * c + p]
                   : 0;
       sum += v * B[((r * k + t) * c + p) * o + q])
}
F(zero_points) {
  LAST(sum += (A[((y * s + r) * WIDTH + x * s + t) * c + p] - z) *
              B[((q * k + r) * k + t) * c + p])
}
F(channels_first) {
  UP(q, o) UP(y, h) UP(x, w) {
    int32_t sum = 0;
    UP(p, c) UP(r, k) UP(t, k)
    sum += A[(p * HEIGHT + y * s + r) * WIDTH + x * s + t] * B[((q * c + p) * k + r) * k + t];
    C[(q * h + y) * w + x] = sum;
  }
}
F(contraction) {
  UP(y, h) UP(x, w) UP(q, o) {
    int32_t sum = 0;
    UP(t, k) UP(p, c) sum += A[((t * h + y) * w + x) * c + p] * B[(q * k + t) * (c + 1) + p];
    C[(y * w + x) * o + q] = sum;
  }
}
F(words) {
  const int16_t *X = (const int16_t *)A;
  LAST(sum += X[((y * s + r) * WIDTH + x * s + t) * c + p] * B[((r * k + t) * c + p) * o + q])
}
/// Of numbers that change with the axes of k, but not with channels.
F(checkered) {
  LAST(long iy = y * s + r; long ix = x * s + t;
       int8_t v = A[(iy * WIDTH + ix) * c + p] ^ (int8_t)((iy ^ ix) & 7);
       sum += v * B[((q * k + r) * k + t) * c + p])
}
#endif

#ifdef MAIN
#include "harness/pages.h"
#include <stdio.h>
#include <string.h>

static unsigned next(unsigned Count) {
  static unsigned Seed = 1;
  Seed = Seed * 1103515245 + 12345;
  return (Seed >> 16) % Count;
}

static int8_t *bytes(long Count) {
  int8_t *X = between_pages(Count, 1);
  for (long At = 0; At < Count; ++At)
    X[At] = (int8_t)next(256);
  return X;
}

int main(void) {
  enum { Padded, ZeroPoints, First, Contraction, Words, Checkered };
  for (int Try = 0; Try < 480; ++Try) {
    const int Form = Try % 6;
    const long h = 1 + next(11), w = 1 + next(11), k = 1 + next(4), s = 1 + next(3);
    const long c = 1 + next(Try % 4 ? 20 : 70), o = 1 + next(40);
    const int z = (int)next(4);
    const long Pixels = ((h - 1) * s + k) * ((w - 1) * s + k);
    int8_t *A = Form == Contraction ? bytes(k * h * w * c) : bytes(Pixels * c * (1 + (Form == Words)));
    int8_t *B = Form == Contraction ? bytes(o * k * (c + 1) - 1) : bytes(o * c * k * k);
    int32_t *C[3];
    for (int Which = 0; Which < 3; ++Which) {
      C[Which] = between_pages(h * w * o * sizeof(int32_t), 1);
      Forms[Form].Run[Which](h, w, c, o, k, s, z, A, B, C[Which]);
      if (!memcmp(C[0], C[Which], h * w * o * sizeof(int32_t)))
        continue;
      printf("%s differs: %ldx%ld, %ld to %ld, %ld, stride %ld\n", Forms[Form].Name, h, w, c, o, k, s);
      return 1;
    }
  }
  return 0;
}
#endif
