//===- padded.c - Convolutions that skip their padding --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{level} = -O3
// DEFINE: %{run} = %clang -march=x86-64-v3 %{level} %s -o %t.plain && \
// DEFINE:   %clangplugin -march=x86-64-v3 %{level} -Rpass=gemmify %s -o %t 2>&1 \
// DEFINE:     | FileCheck %s && %t.plain > %t.want && %t > %t.got && \
// DEFINE:   diff %t.want %t.got
// RUN: %{run}
// REDEFINE: %{level} = -O2
// RUN: %{run}
//
// Bits of convolutions with each way to leave padding out, of images and
// weights with special values; pages around the image cannot be accessed.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define FORM __attribute__((noinline)) void

struct sizes {
  int out, in, h, w, kh, kw, oh, ow, stride, pad, dil;
};
#define SIZES                                                                  \
  int O = s->out, I = s->in, h = s->h, w = s->w, kh = s->kh, kw = s->kw,       \
      oh = s->oh, ow = s->ow, stride = s->stride, pad = s->pad, dil = s->dil;  \
  (void)dil

static inline int imost(int a, int b) { return a > b ? a : b; }
static inline int ileast(int a, int b) { return a < b ? a : b; }

// CHECK: remark: matrix product rewritten: float C(i,j) = f(an expression + sum A(i,k)*B(k,j)), j over 2 loops, k over 3 loops
FORM one_if(const struct sizes *s, float *y, const float *x, const float *f,
            const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum > 0 ? sum : 0;
      }
}

// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM by_rows(const struct sizes *s, float *y, const float *x, const float *f,
             const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++) {
            int iy = i * stride + u - pad;
            if ((unsigned)iy >= (unsigned)h)
              continue;
            for (int v = 0; v < kw; v++) {
              int ix = j * stride + v - pad;
              if ((unsigned)ix < (unsigned)w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
            }
          }
        y[(o * oh + i) * ow + j] = sum;
      }
}

static long most(long a, long b) { return a > b ? a : b; }
static long least(long a, long b) { return a < b ? a : b; }

// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM by_bounds(const struct sizes *s, float *y, const float *x, const float *f,
               const float *bias) {
  long O = s->out, I = s->in, h = s->h, w = s->w, kh = s->kh, kw = s->kw,
       oh = s->oh, ow = s->ow, stride = s->stride, pad = s->pad;
  for (long o = 0; o < O; o++)
    for (long i = 0; i < oh; i++)
      for (long j = 0; j < ow; j++) {
        float sum = 0;
        for (long c = 0; c < I; c++)
          for (long u = most(0, pad - i * stride);
               u < least(kh, h + pad - i * stride); u++)
            for (long v = most(0, pad - j * stride);
                 v < least(kw, w + pad - j * stride); v++)
              sum += x[(c * h + i * stride - pad + u) * w + j * stride - pad + v] *
                     f[((o * I + c) * kh + u) * kw + v];
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// In int, LLVM extends the ends by zeros.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM by_int_bounds(const struct sizes *s, float *y, const float *x,
                   const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        int y0 = i * stride - pad, x0 = j * stride - pad;
        float sum = 0;
        for (int c = 0; c < I; c++)
          for (int u = 0 > -y0 ? 0 : -y0; u < (kh < h - y0 ? kh : h - y0); u++)
            for (int v = 0 > -x0 ? 0 : -x0; v < (kw < w - x0 ? kw : w - x0);
                 v++)
              sum += x[(c * h + y0 + u) * w + x0 + v] *
                     f[((o * I + c) * kh + u) * kw + v];
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// Counts down how many rows and columns are left, as Fortran's loops do.
#define LEFT(U, FIRST, LAST)                                                   \
  long U = FIRST, U##left = 1 + (long)LAST - U;                                \
  U##left > 0;                                                                 \
  U##left--, U++
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM by_countdown(const struct sizes *s, float *restrict y,
                  const float *restrict x, const float *restrict f,
                  const float *restrict bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        int y0 = i * stride - pad, x0 = j * stride - pad;
        float sum = 0;
        for (int c = 0; c < I; c++)
          for (LEFT(u, imost(0, -y0), ileast(kh - 1, h - 1 - y0)))
            for (LEFT(v, imost(0, -x0), ileast(kw - 1, w - 1 - x0)))
              sum += x[(c * h + y0 + u) * w + x0 + v] *
                     f[((o * I + c) * kh + u) * kw + v];
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// Each loop has a step, even where nothing is left.
FORM counts_once(const struct sizes *s, float *restrict y,
                 const float *restrict x, const float *restrict f,
                 const float *restrict bias) {
  SIZES;
  (void)kw;
  if (!I || !h || !kh)
    return;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        int y0 = i * stride - pad;
        float sum = 0;
        for (int c = 0; c < I; c++) {
          long u = imost(0, -y0), left = 1 + (long)ileast(kh - 1, h - 1 - y0) - u;
          do {
            long iy = imost(0, ileast((int)(y0 + u), h - 1));
            sum += x[(c * h + iy) * w + j % w] * f[(o * I + c) * kh * kw];
            u++;
          } while (left-- > 1);
        }
        y[(o * oh + i) * ow + j] = sum;
      }
}

// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops
FORM channels_last(const struct sizes *s, float *y, const float *x,
                   const float *f, const float *bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++) {
        float sum = 0;
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++) {
            int iy = i * stride - pad + u * dil;
            int ix = j * stride - pad + v * dil;
            if (iy < 0 || iy >= h || ix < 0 || ix >= w)
              continue;
            for (int c = 0; c < I; c++)
              sum += x[(iy * w + ix) * I + c] *
                     f[((o * kh + u) * kw + v) * I + c];
          }
        y[(i * ow + j) * O + o] = sum;
      }
}

// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM in_memory(const struct sizes *s, float *restrict y,
               const float *restrict x, const float *restrict f,
               const float *restrict bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int c = 0; c < I; c++)
      for (int u = 0; u < kh; u++)
        for (int v = 0; v < kw; v++)
          for (int i = 0; i < oh; i++)
            for (int j = 0; j < ow; j++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              if (iy >= 0 && ix >= 0 && iy < h && ix < w)
                y[(o * oh + i) * ow + j] += x[(c * h + iy) * w + ix] *
                                            f[((o * I + c) * kh + u) * kw + v];
            }
}

/// A pixel's channels get their start values first.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops
FORM started_before(const struct sizes *s, float *restrict y, const float *restrict x,
                    const float *restrict f, const float *restrict bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++) {
      float *at = y + (i * ow + j) * O;
      for (int o = 0; o < O; o++)
        at[o] = bias[o];
      for (int u = 0; u < kh; u++)
        for (int v = 0; v < kw; v++) {
          int iy = i * stride + u * dil - pad, ix = j * stride + v * dil - pad;
          if (iy < 0 || ix < 0 || iy >= h || ix >= w)
            continue;
          for (int c = 0; c < I; c++)
            for (int o = 0; o < O; o++)
              at[o] += x[(iy * w + ix) * I + c] *
                       f[((u * kw + v) * I + c) * O + o];
        }
    }
}

/// LLVM asks for the signs of both indices at once.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops
FORM signs_at_once(const struct sizes *s, float *restrict y,
                   const float *restrict x, const float *restrict f,
                   const float *restrict bias) {
  SIZES;
  (void)stride;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++) {
      float *at = y + (i * ow + j) * O;
      for (int o = 0; o < O; o++)
        at[o] = bias[o];
      for (int u = 0; u < kh; u++)
        for (int v = 0; v < kw; v++) {
          int iy = i + u - pad, ix = j + v - pad;
          if (iy < 0 || ix < 0 || iy >= h || ix >= w)
            continue;
          for (int c = 0; c < I; c++)
            for (int o = 0; o < O; o++)
              at[o] += x[(iy * w + ix) * I + c] *
                       f[((u * kw + v) * I + c) * O + o];
        }
    }
}

/// Indices that wrap below zero.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM without_sign(const struct sizes *s, float *restrict y,
                  const float *restrict x, const float *restrict f,
                  const float *restrict bias) {
  size_t O = s->out, I = s->in, h = s->h, w = s->w, kh = s->kh, kw = s->kw,
         oh = s->oh, ow = s->ow, stride = s->stride, pad = s->pad;
  for (size_t o = 0; o < O; o++)
    for (size_t i = 0; i < oh; i++)
      for (size_t j = 0; j < ow; j++) {
        float sum = bias[o];
        for (size_t c = 0; c < I; c++)
          for (size_t u = 0; u < kh; u++)
            for (size_t v = 0; v < kw; v++) {
              size_t iy = i * stride + u - pad, ix = j * stride + v - pad;
              if (iy < h && ix < w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// The same in 32 bits, where a long stride comes around to the image again.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM comes_around(const struct sizes *s, float *restrict y,
                  const float *restrict x, const float *restrict f,
                  const float *restrict bias) {
  unsigned O = s->out, I = s->in, h = s->h, w = s->w, kh = s->kh, kw = s->kw,
           oh = s->oh, ow = s->ow, stride = s->stride, pad = s->pad;
  for (unsigned o = 0; o < O; o++)
    for (unsigned i = 0; i < oh; i++)
      for (unsigned j = 0; j < ow; j++) {
        float sum = 0;
        for (unsigned c = 0; c < I; c++)
          for (unsigned u = 0; u < kh; u++)
            for (unsigned v = 0; v < kw; v++) {
              unsigned iy = i * stride + u - pad, ix = j * stride + v - pad;
              if (iy < h && ix < w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// A filter that runs backward: rows of the image fall with u.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM flipped(const struct sizes *s, float *y, const float *x, const float *f,
             const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i + pad - u, ix = j + pad - v;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// One dimension: a signal.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), k over 2 loops
FORM signal(const struct sizes *s, float *y, const float *x, const float *f,
            const float *bias) {
  SIZES;
  w *= h, ow *= oh;
  for (int o = 0; o < O; o++)
    for (int j = 0; j < ow; j++) {
      float sum = bias[o];
      for (int c = 0; c < I; c++)
        for (int v = 0; v < kw; v++) {
          int ix = j * stride - pad + v * dil;
          if (ix >= 0 && ix < w)
            sum += x[c * w + ix] * f[(o * I + c) * kw + v];
        }
      y[o * ow + j] = sum;
    }
}

/// Three dimensions, of which the first is as long as the filter.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 3 loops, k over 3 loops
FORM volume(const struct sizes *s, float *y, const float *x, const float *f,
            const float *bias) {
  SIZES;
  int d = I, kd = kh, in = 1;
  for (int o = 0; o < O; o++)
    for (int t = 0; t < d; t++)
      for (int i = 0; i < oh; i++)
        for (int j = 0; j < ow; j++) {
          float sum = 0;
          for (int c = 0; c < in; c++)
            for (int q = 0; q < kd; q++)
              for (int u = 0; u < kh; u++)
                for (int v = 0; v < kw; v++) {
                  int it = t + q - 1, iy = i * stride + u - pad,
                      ix = j * stride + v - pad;
                  if (it < 0 || it >= d || iy < 0 || iy >= h || ix < 0 ||
                      ix >= w)
                    continue;
                  sum += x[((c * d + it) * h + iy) * w + ix] *
                         f[(((o * in + c) * kd + q) * kh + u) * kw + v];
                }
          y[((o * d + t) * oh + i) * ow + j] = sum;
        }
}

/// LLVM asks before inner loops whether they run at all.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 3 loops, k over 4 loops
FORM volume_bounds(const struct sizes *s, float *y, const float *x,
                   const float *f, const float *bias) {
  SIZES;
  int d = ileast(kh, I), kd = kh, in = d ? I / d : 0;
  for (int o = 0; o < O; o++)
    for (int t = 0; t < d; t++)
      for (int i = 0; i < oh; i++)
        for (int j = 0; j < ow; j++) {
          int z0 = t - 1, y0 = i * stride - pad, x0 = j * stride - pad;
          float sum = 0;
          for (int c = 0; c < in; c++)
            for (int q = imost(0, -z0); q < ileast(kd, d - z0); q++)
              for (int u = imost(0, -y0); u < ileast(kh, h - y0); u++)
                for (int v = imost(0, -x0); v < ileast(kw, w - x0); v++)
                  sum += x[((c * d + z0 + q) * h + y0 + u) * w + x0 + v] *
                         f[(((o * in + c) * kd + q) * kh + u) * kw + v];
          y[((o * d + t) * oh + i) * ow + j] = sum;
        }
}

/// LLVM asks two of the three conditions before inner loops.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 3 loops, k over 4 loops
FORM volume_zeros(const struct sizes *s, float *y, const float *x,
                  const float *f, const float *bias) {
  SIZES;
  int d = ileast(kh, I), kd = kh, in = d ? I / d : 0;
  for (int o = 0; o < O; o++)
    for (int t = 0; t < d; t++)
      for (int i = 0; i < oh; i++)
        for (int j = 0; j < ow; j++) {
          float sum = 0;
          for (int c = 0; c < in; c++)
            for (int q = 0; q < kd; q++)
              for (int u = 0; u < kh; u++)
                for (int v = 0; v < kw; v++) {
                  int it = t + q - 1, iy = i * stride + u - pad,
                      ix = j * stride + v - pad;
                  float e = it >= 0 && it < d && iy >= 0 && iy < h && ix >= 0 &&
                                    ix < w
                                ? x[((c * d + it) * h + iy) * w + ix]
                                : 0;
                  sum += e * f[(((o * in + c) * kd + q) * kh + u) * kw + v];
                }
          y[((o * d + t) * oh + i) * ow + j] = sum;
        }
}

/// A filter whose size the compiler knows.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM three(const struct sizes *s, float *restrict y, const float *restrict x,
           const float *restrict f, const float *restrict bias) {
  SIZES;
  (void)kh, (void)kw, (void)stride, (void)pad;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < I; c++)
          for (int u = 0; u < 3; u++)
            for (int v = 0; v < 3; v++) {
              int iy = i - 1 + u, ix = j - 1 + v;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * 3 + u) * 3 + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops
FORM three_last(const struct sizes *s, float *restrict y,
                const float *restrict x, const float *restrict f,
                const float *restrict bias) {
  SIZES;
  (void)kh, (void)kw, (void)stride, (void)pad;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++) {
        float sum = 0;
        for (int u = 0; u < 3; u++)
          for (int v = 0; v < 3; v++) {
            int iy = i - 1 + u, ix = j - 1 + v;
            if (iy < 0 || iy >= h || ix < 0 || ix >= w)
              continue;
            for (int c = 0; c < I; c++)
              sum += x[(iy * w + ix) * I + c] * f[((o * 3 + u) * 3 + v) * I + c];
          }
        y[(i * ow + j) * O + o] = sum;
      }
}

/// Adds zeros.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops, A row-major, B an expression
FORM zeros_added(const struct sizes *s, float *y, const float *x,
                 const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy < 0 || iy >= h || ix < 0 || ix >= w
                            ? 0
                            : x[(c * h + iy) * w + ix];
              sum += e * f[((o * I + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

static float pixel(const float *x, int h, int w, int c, int iy, int ix) {
  if (iy < 0 || ix < 0 || iy >= h || ix >= w)
    return 0;
  return x[ix + w * (iy + h * c)];
}

/// The sum is stored in each step, as the result may be the image.
// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops, A row-major, B an expression
FORM zeros_in_memory(const struct sizes *s, float *y, const float *x,
                     const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++)
              y[(o * oh + i) * ow + j] +=
                  pixel(x, h, w, c, i * stride - pad + u * dil,
                        j * stride - pad + v * dil) *
                  f[((o * I + c) * kh + u) * kw + v];
}

/// Below the image's rows, the sum is stored to another place.
FORM zeros_elsewhere(const struct sizes *s, float *y, const float *x,
                     const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float *in = y + (o * oh + i) * ow + j, *out = y + o * oh * ow;
        float sum = *in;
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++) {
            int iy = i * stride - pad + u * dil;
            for (int v = 0; v < kw; v++) {
              sum += pixel(x, h, w, c, iy, j * stride - pad + v * dil) *
                     f[((o * I + c) * kh + u) * kw + v];
              if (iy < h)
                *in = sum;
              else
                *out = sum;
            }
          }
      }
}

/// Outside of the image's rows, something else is added than beside them.
FORM zeros_nearly(const struct sizes *s, float *y, const float *x,
                  const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy < 0 || iy >= h ? 0.5f
                        : ix < 0 || ix >= w
                            ? 0
                            : x[(c * h + iy) * w + ix];
              sum += e * f[((o * I + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// Nor is the filter the same there.
FORM zeros_of_another(const struct sizes *s, float *y, const float *x,
                      const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++) {
            int iy = i * stride - pad + u * dil;
            int is_in = iy >= 0 && iy < h;
            for (int v = 0; v < kw; v++) {
              int ix = j * stride - pad + v * dil;
              float e = is_in && ix >= 0 && ix < w ? x[(c * h + iy) * w + ix] : 0;
              sum += e * (is_in ? f[((o * I + c) * kh + u) * kw + v]
                                : f[((o * I + c) * kh + u) * kw + kw - 1 - v]);
            }
          }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// LLVM asks before the loops over columns and channels, of which there are
/// three pairs.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops, A an expression
FORM zeros_last(const struct sizes *s, float *y, const float *x, const float *f,
                const float *bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++) {
        float sum = bias[o];
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++)
            for (int c = 0; c < I; c++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy >= 0 && iy < h && ix >= 0 && ix < w
                            ? x[(iy * w + ix) * I + c]
                            : 0;
              sum += e * f[((u * kw + v) * I + c) * O + o];
            }
        y[(i * ow + j) * O + o] = sum;
      }
}

static float channel(const float *x, int h, int w, int I, int iy, int ix, int c) {
  if ((unsigned)iy >= (unsigned)h || (unsigned)ix >= (unsigned)w)
    return 0;
  return x[(iy * w + ix) * I + c];
}

/// Subtracts from memory that may be read.
// CHECK: remark: matrix product rewritten: float C(i,j) = C - sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops, A an expression
FORM zeros_last_in_memory(const struct sizes *s, float *y, const float *x,
                          const float *f, const float *bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++)
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++)
            for (int c = 0; c < I; c++)
              y[(i * ow + j) * O + o] -=
                  channel(x, h, w, I, i * stride - pad + u * dil,
                          j * stride - pad + v * dil, c) *
                  f[((o * kh + u) * kw + v) * I + c];
}

/// What is read once for all channels of a pixel, which are in memory.
#define SCATTERED(NAME, RESTRICT, CHANNELS, ELEMENT, TO, FILTER)               \
  FORM NAME(const struct sizes *s, float *RESTRICT y, const float *RESTRICT x, \
            const float *RESTRICT f, const float *bias) {                      \
    SIZES;                                                                     \
    for (int i = 0; i < oh; i++)                                               \
      for (int j = 0; j < ow; j++)                                             \
        for (int u = 0; u < kh; u++)                                           \
          for (int v = 0; v < kw; v++) {                                       \
            int iy = i * stride - pad + u * dil;                               \
            int ix = j * stride - pad + v * dil;                               \
            int is_in = iy >= 0 && iy < h && ix >= 0 && ix < w;                \
            (void)is_in;                                                       \
            for (int c = 0; c < (CHANNELS); c++)                               \
              for (int o = 0; o < O; o++)                                      \
                y[(i * ow + j) * O + (TO)] +=                                  \
                    (ELEMENT) * f[((u * kw + v) * I + c) * O + (FILTER)];      \
          }                                                                    \
  }
#define ELEMENT channel(x, h, w, I, iy, ix, c)
// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops, A an expression
SCATTERED(scattered, restrict, I, ELEMENT, o, o)
// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops, A an expression
SCATTERED(scattered_again, , I, ELEMENT, o, o)
// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops, A an expression
SCATTERED(scattered_inside, restrict, I, is_in ? x[(iy * w + ix) * I + c] : 0, o, o)
SCATTERED(scattered_fewer, restrict, is_in ? I : I - 1, ELEMENT, o, o)
SCATTERED(scattered_elsewhere, restrict, I, ELEMENT, is_in ? o : O - 1 - o, o)
SCATTERED(scattered_by_another, restrict, I, ELEMENT, o, is_in ? o : O - 1 - o)
SCATTERED(scattered_by_channel, restrict, I, c < i ? ELEMENT : 0, o, o)
SCATTERED(scattered_nearly, restrict, I, iy < 0 || iy >= h ? 0.5f : ELEMENT, o, o)

/// Zeros are added by some channels only.
FORM scattered_some(const struct sizes *s, float *restrict y,
                    const float *restrict x, const float *restrict f,
                    const float *bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int u = 0; u < kh; u++)
        for (int v = 0; v < kw; v++) {
          int iy = i * stride - pad + u * dil, ix = j * stride - pad + v * dil;
          float *to = y + (i * ow + j) * O;
          const float *by = f + (u * kw + v) * I * O;
          if (iy >= 0 && iy < h && ix >= 0 && ix < w) {
            for (int c = 0; c < I; c++)
              for (int o = 0; o < O; o++)
                to[o] += x[(iy * w + ix) * I + c] * by[c * O + o];
          } else {
            for (int c = 0; c < I; c++)
              if (c & 1)
                for (int o = 0; o < O; o++)
                  to[o] += 0.0f * by[c * O + o];
          }
        }
}

/// Planes of pixels, which are in memory.
// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops, A row-major, B an expression
FORM zeros_by_planes(const struct sizes *s, float *restrict y,
                     const float *restrict x, const float *restrict f,
                     const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int c = 0; c < I; c++)
      for (int u = 0; u < kh; u++)
        for (int v = 0; v < kw; v++)
          for (int i = 0; i < oh; i++)
            for (int j = 0; j < ow; j++)
              y[(o * oh + i) * ow + j] +=
                  pixel(x, h, w, c, i * stride - pad + u * dil,
                        j * stride - pad + v * dil) *
                  f[((o * I + c) * kh + u) * kw + v];
}

/// In double, and the element is computed where it is read.
// CHECK: remark: matrix product rewritten: float x float -> double -> float C(i,j) = f(an expression + sum A(i,k)*B(k,j))
FORM zeros_widened(const struct sizes *s, float *restrict y,
                   const float *restrict x, const float *restrict f,
                   const float *restrict bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++) {
        double sum = bias[o];
        for (int v = 0; v < kw; v++)
          for (int c = 0; c < I; c++) {
            int ix = j * stride - pad + v * dil;
            double e = 0;
            if (ix >= 0 && ix < w)
              e = x[ix * I + c];
            sum += e * (double)f[(o * kh * kw + v) * I + c];
          }
        y[(i * ow + j) * O + o] = sum;
      }
}

/// Rows outside are of half a unit, and columns of zeros.
FORM zeros_last_nearly(const struct sizes *s, float *y, const float *x,
                       const float *f, const float *bias) {
  SIZES;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++) {
        float sum = bias[o];
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++)
            for (int c = 0; c < I; c++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy < 0 || iy >= h   ? 0.5f
                        : ix < 0 || ix >= w ? 0
                                            : x[(iy * w + ix) * I + c];
              sum += e * f[((u * kw + v) * I + c) * O + o];
            }
        y[(i * ow + j) * O + o] = sum;
      }
}

/// Where it is outside, the filter is read backward, or not to its end.
#define OTHER_LAST(NAME, CHANNELS, CHANNEL)                                    \
  FORM NAME(const struct sizes *s, float *y, const float *x, const float *f,   \
            const float *bias) {                                               \
    SIZES;                                                                     \
    for (int i = 0; i < oh; i++)                                               \
      for (int j = 0; j < ow; j++)                                             \
        for (int o = 0; o < O; o++) {                                          \
          float sum = bias[o];                                                 \
          for (int u = 0; u < kh; u++)                                         \
            for (int v = 0; v < kw; v++) {                                     \
              int iy = i * stride - pad + u * dil;                             \
              int ix = j * stride - pad + v * dil;                             \
              int is_in = iy >= 0 && iy < h && ix >= 0 && ix < w;              \
              for (int c = 0; c < (CHANNELS); c++) {                           \
                float e = is_in ? x[(iy * w + ix) * I + c] : 0;                \
                sum += e * f[((u * kw + v) * I + (CHANNEL)) * O + o];          \
              }                                                                \
            }                                                                  \
          y[(i * ow + j) * O + o] = sum;                                       \
        }                                                                      \
  }
OTHER_LAST(zeros_last_of_another, I, is_in ? c : I - 1 - c)
OTHER_LAST(fewer_zeros_last, is_in ? I : I - 1, c)

/// Loops of three steps stay rolled, all of them. The filter's indices are
/// widened in some with a mask.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops, A row-major, B an expression
FORM zeros_added_three(const struct sizes *s, float *y, const float *x,
                 const float *f, const float *bias) {
  SIZES;
  if (kh != 3 || kw != 3)
    return;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < 3; u++)
            for (int v = 0; v < 3; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy < 0 || iy >= h || ix < 0 || ix >= w
                            ? 0
                            : x[(c * h + iy) * w + ix];
              sum += e * f[((o * I + c) * 3 + u) * 3 + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops, A an expression
FORM zeros_last_three(const struct sizes *s, float *y, const float *x, const float *f,
                const float *bias) {
  SIZES;
  if (kh != 3 || kw != 3)
    return;
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < O; o++) {
        float sum = bias[o];
        for (int u = 0; u < 3; u++)
          for (int v = 0; v < 3; v++)
            for (int c = 0; c < I; c++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy >= 0 && iy < h && ix >= 0 && ix < w
                            ? x[(iy * w + ix) * I + c]
                            : 0;
              sum += e * f[((u * 3 + v) * I + c) * O + o];
            }
        y[(i * ow + j) * O + o] = sum;
      }
}

FORM zeros_nearly_three(const struct sizes *s, float *y, const float *x,
                  const float *f, const float *bias) {
  SIZES;
  if (kh != 3 || kw != 3)
    return;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < 3; u++)
            for (int v = 0; v < 3; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              float e = iy < 0 || iy >= h ? 0.5f
                        : ix < 0 || ix >= w
                            ? 0
                            : x[(c * h + iy) * w + ix];
              sum += e * f[((o * I + c) * 3 + u) * 3 + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// Two images, each of half the channels.
// CHECK: remark: matrix product rewritten: double C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM two_images(const struct sizes *s, float *y, const float *x, const float *f,
                const float *bias) {
  SIZES;
  I /= 2;
  double *to = malloc(sizeof(double) * (2 * O * oh * ow + 1));
  double *from = malloc(sizeof(double) * (2 * I * h * w + 1));
  double *by = malloc(sizeof(double) * (O * I * kh * kw + 1));
  for (int i = 0; i < 2 * I * h * w; i++)
    from[i] = x[i];
  for (int i = 0; i < O * I * kh * kw; i++)
    by[i] = f[i];
  for (int b = 0; b < 2; b++)
    for (int o = 0; o < O; o++)
      for (int i = 0; i < oh; i++)
        for (int j = 0; j < ow; j++) {
          double sum = 0;
          for (int c = 0; c < I; c++)
            for (int u = 0; u < kh; u++) {
              int iy = i * stride - pad + u * dil;
              if (iy < 0 || iy >= h)
                continue;
              for (int v = 0; v < kw; v++) {
                int ix = j * stride - pad + v * dil;
                if (ix >= 0 && ix < w)
                  sum += from[((b * I + c) * h + iy) * w + ix] *
                         by[((o * I + c) * kh + u) * kw + v];
              }
            }
          to[((b * O + o) * oh + i) * ow + j] = sum;
        }
  double all = 0;
  for (int i = 0; i < 2 * O * oh * ow; i++)
    all = all * 0.75 + to[i];
  if (O && oh && ow)
    y[0] = (float)all;
  free(to), free(from), free(by);
}

/// One loop counts channels of the output and rows.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM collapsed_rows(const struct sizes *s, float *y, const float *x,
                    const float *f, const float *bias) {
  SIZES;
  for (int t = 0; t < O * oh; t++) {
    int o = t / oh, i = t % oh;
    for (int j = 0; j < ow; j++) {
      float sum = bias[o];
      for (int c = 0; c < I; c++)
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++) {
            int iy = i * stride - pad + u * dil;
            int ix = j * stride - pad + v * dil;
            if (iy >= 0 && iy < h && ix >= 0 && ix < w)
              sum += x[(c * h + iy) * w + ix] *
                     f[((o * I + c) * kh + u) * kw + v];
          }
      y[(o * oh + i) * ow + j] = sum;
    }
  }
}

/// Pixels, from the second one on, within whole channels: no whole rows.
FORM most_pixels(const struct sizes *s, float *restrict y,
                 const float *restrict x, const float *restrict f,
                 const float *restrict bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int t = 1; t < oh * ow; t++) {
      int i = t / ow, j = t % ow;
      float sum = bias[o];
      for (int c = 0; c < I; c++)
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++) {
            int iy = i * stride - pad + u * dil;
            int ix = j * stride - pad + v * dil;
            if (iy >= 0 && iy < h && ix >= 0 && ix < w)
              sum += x[(c * h + iy) * w + ix] *
                     f[((o * I + c) * kh + u) * kw + v];
          }
      y[o * oh * ow + t] = sum;
    }
}

/// The pixels of each channel.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM collapsed_pixels(const struct sizes *s, float *y, const float *x,
                      const float *f, const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int t = 0; t < oh * ow; t++) {
      int i = t / ow, j = t % ow;
      float sum = bias[o];
      for (int c = 0; c < I; c++)
        for (int u = 0; u < kh; u++)
          for (int v = 0; v < kw; v++) {
            int iy = i * stride - pad + u * dil;
            int ix = j * stride - pad + v * dil;
            if (iy >= 0 && iy < h && ix >= 0 && ix < w)
              sum += x[(c * h + iy) * w + ix] *
                     f[((o * I + c) * kh + u) * kw + v];
          }
      y[o * oh * ow + t] = sum;
    }
}

/// What is outside adds something else.
FORM with_else(const struct sizes *s, float *y, const float *x, const float *f,
               const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
              else
                sum += 0.125f;
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

/// The mean of what is inside.
FORM mean(const struct sizes *s, float *y, const float *x, const float *f,
          const float *bias) {
  SIZES;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        int inside = 0;
        for (int c = 0; c < I; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride - pad + u * dil;
              int ix = j * stride - pad + v * dil;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w) {
                sum += x[(c * h + iy) * w + ix] *
                       f[((o * I + c) * kh + u) * kw + v];
                inside++;
              }
            }
        y[(o * oh + i) * ow + j] = sum / inside;
      }
}

/// A column, of which rows without a weight inside are something else.
#define COLUMN                                                                 \
  long O = s->out, I = s->in, h = s->h, kh = s->kh, pad = s->pad;              \
  long oh = s->w && s->ow ? s->oh : 0;                                         \
  for (long o = 0; o < O; o++)                                                 \
    for (long i = 0; i < oh; i++) {                                            \
      long low = most(0, pad - i), high = least(kh, h + pad - i);              \
      (void)low, (void)high;
#define SUM(TIMES)                                                             \
  for (long c = 0; c < I; c++)                                                 \
    for (long u = most(0, pad - i); u < least(kh, h + pad - i); u++)           \
      sum += x[c * h + i - pad + u] * f[(o * I + c) * kh + u] TIMES;

FORM marked(const struct sizes *s, float *restrict y, const float *restrict x,
            const float *restrict f, const float *bias) {
  COLUMN
  if (low >= high) {
    y[o * oh + i] = -1;
    continue;
  }
  float sum = 0;
  SUM()
  y[o * oh + i] = sum;
}
}

FORM left_alone(const struct sizes *s, float *restrict y,
                const float *restrict x, const float *restrict f,
                const float *bias) {
  COLUMN
  if (low >= high)
    continue;
  float sum = 0;
  SUM()
  y[o * oh + i] = sum;
}
}

FORM chosen(const struct sizes *s, float *restrict y, const float *restrict x,
            const float *restrict f, const float *bias) {
  COLUMN
  float sum = 0;
  SUM()
  y[o * oh + i] = low < high ? sum * 0.5f + 1 : -1;
}
}

/// By zero where there is none.
FORM divided(const struct sizes *s, float *restrict y, const float *restrict x,
             const float *restrict f, const float *bias) {
  COLUMN
  float sum = 0;
  if (low < high) {
    long by = 1000 / (pad + h - i);
    SUM(*by)
  }
  y[o * oh + i] = sum;
}
}

typedef void form(const struct sizes *, float *, const float *, const float *,
                  const float *);
static const struct {
  const char *name;
  form *run;
  int apart; // Whether it promises that arrays do not overlap.
} forms[] = {{"one_if", one_if},
             {"by_rows", by_rows},
             {"by_bounds", by_bounds},
             {"by_int_bounds", by_int_bounds},
             {"by_countdown", by_countdown, 1},
             {"counts_once", counts_once, 1},
             {"channels_last", channels_last},
             {"in_memory", in_memory, 1},
             {"started_before", started_before, 1},
             {"signs_at_once", signs_at_once, 1},
             {"without_sign", without_sign, 1},
             {"comes_around", comes_around, 1},
             {"flipped", flipped},
             {"signal", signal},
             {"volume", volume},
             {"volume_bounds", volume_bounds},
             {"volume_zeros", volume_zeros},
             {"three", three, 1},
             {"three_last", three_last, 1},
             {"zeros_added", zeros_added},
             {"zeros_in_memory", zeros_in_memory},
             {"zeros_elsewhere", zeros_elsewhere},
             {"zeros_nearly", zeros_nearly},
             {"zeros_of_another", zeros_of_another},
             {"zeros_last", zeros_last},
             {"zeros_last_in_memory", zeros_last_in_memory},
             {"scattered", scattered, 1},
             {"scattered_again", scattered_again},
             {"scattered_inside", scattered_inside, 1},
             {"scattered_fewer", scattered_fewer, 1},
             {"scattered_elsewhere", scattered_elsewhere, 1},
             {"scattered_by_another", scattered_by_another, 1},
             {"scattered_by_channel", scattered_by_channel, 1},
             {"scattered_nearly", scattered_nearly, 1},
             {"scattered_some", scattered_some, 1},
             {"zeros_by_planes", zeros_by_planes, 1},
             {"zeros_widened", zeros_widened},
             {"zeros_last_nearly", zeros_last_nearly},
             {"zeros_last_of_another", zeros_last_of_another},
             {"fewer_zeros_last", fewer_zeros_last},
             {"zeros_added_three", zeros_added_three},
             {"zeros_last_three", zeros_last_three},
             {"zeros_nearly_three", zeros_nearly_three},
             {"two_images", two_images},
             {"collapsed_rows", collapsed_rows},
             {"most_pixels", most_pixels, 1},
             {"collapsed_pixels", collapsed_pixels},
             {"with_else", with_else},
             {"mean", mean},
             {"marked", marked},
             {"left_alone", left_alone},
             {"chosen", chosen},
             {"divided", divided}};

static unsigned state = 1;
static unsigned next(void) {
  return (state = state * 1664525u + 1013904223u) >> 16;
}

static float number(int special) {
  static const float odd[] = {-0.0f,  0.0f,     INFINITY, -INFINITY,
                              1e-40f, -1e-41f, NAN,      3e38f};
  if (special && next() % 16 == 0)
    return odd[next() % 8];
  if (special == 2)
    return next() % 2 ? -0.0f : 0.0f;
  return (int)(next() % 2001 - 1000) / 500.0f;
}

/// Memory for \p n floats between pages that cannot be accessed, at the end of
/// the accessible ones or at their start.
static float *between_pages(size_t n, int at_end) {
  size_t page = 4096, bytes = (n * sizeof(float) + page) / page * page;
  char *all = mmap(NULL, bytes + 2 * page, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED ||
      mprotect(all + page, bytes, PROT_READ | PROT_WRITE)) {
    perror("mmap");
    exit(1);
  }
  return (float *)(all + page + (at_end ? bytes - n * sizeof(float) : 0));
}

static unsigned long hash(const float *y, size_t n) {
  unsigned long h = 14695981039346656037u;
  for (size_t i = 0; i < n; ++i) {
    unsigned bits = 0x7fc00000;
    if (!isnan(y[i]))
      memcpy(&bits, &y[i], sizeof bits);
    h = (h ^ bits) * 1099511628211u;
  }
  return h;
}

static void run(const struct sizes *s, int special, int shared) {
  size_t in = (size_t)s->in * s->h * s->w, k = s->kh > s->kw ? s->kh : s->kw;
  size_t weights = (size_t)s->out * s->in * (k * k * k + 9);
  size_t out = (size_t)s->out * s->oh * s->ow * (s->in + !s->in);
  // Shared, the result begins within the image.
  size_t step = shared ? in / 3 : 0;
  float *x = between_pages(shared ? step + out + in : in, special & 1);
  float *f = between_pages(weights, 1), *bias = between_pages(s->out, 1);
  float *y = shared ? x + step : between_pages(out, 1);
  for (size_t f_at = 0; f_at < sizeof forms / sizeof *forms; ++f_at) {
    state = 7;
    if (s->stride > 1000 && forms[f_at].run != comes_around)
      continue;
    if (shared && forms[f_at].apart)
      continue;
    for (size_t i = 0; i < in; ++i)
      x[i] = number(special);
    for (size_t i = 0; i < weights; ++i)
      f[i] = number(special);
    for (int i = 0; i < s->out; ++i)
      bias[i] = number(special);
    for (size_t i = 0; i < out; ++i)
      y[i] = number(0);
    forms[f_at].run(s, y, x, f, bias);
    printf("%s %d->%d %dx%d by %dx%d to %dx%d, %d %d %d, %d %d: %lx\n",
           forms[f_at].name, s->in, s->out, s->h, s->w, s->kh, s->kw, s->oh,
           s->ow, s->stride, s->pad, s->dil, special, shared, hash(y, out));
  }
  fflush(stdout);
  munmap((void *)((size_t)x & -4096), 4096);
}

int main(void) {
  static const struct sizes fixed[] = {
      {64, 16, 14, 14, 3, 3, 14, 14, 1, 1, 1},
      {33, 8, 30, 29, 5, 5, 30, 29, 1, 2, 1},
      {20, 9, 31, 33, 7, 7, 16, 17, 2, 3, 1},
      {40, 24, 7, 7, 3, 3, 7, 7, 1, 1, 1},
      {24, 12, 17, 18, 3, 3, 17, 18, 1, 2, 2},
      {24, 12, 20, 20, 3, 3, 22, 22, 1, 2, 1},
      {16, 12, 12, 12, 3, 3, 20, 20, 1, 5, 1},
      {16, 30, 2, 3, 5, 5, 4, 5, 1, 2, 1},
      {32, 17, 9, 40, 1, 7, 9, 40, 1, 3, 1},
      {32, 16, 12, 1, 5, 1, 36, 1, 1, 10, 1},
      {8, 4, 12, 12, 3, 3, 12, 12, 0, 1, 1},
      {8, 4, 12, 12, 3, 3, 12, 12, 1, 1, 0},
      {8, 4, 12, 12, 3, 3, 6, 6, 1, 1, -1},
      {32, 8, 12, 12, 3, 3, 9, 9, 1 << 30, 1, 1},
      {0, 4, 12, 12, 3, 3, 12, 12, 1, 1, 1},
      {8, 0, 12, 12, 3, 3, 12, 12, 1, 1, 1},
      {8, 4, 12, 12, 0, 3, 12, 12, 1, 1, 1},
      {8, 4, 12, 12, 3, 3, 0, 12, 1, 1, 1}};
  for (int special = 0; special < 3; ++special)
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; ++i)
      run(&fixed[i], special, 0);
  for (size_t i = 0; i < 4; ++i)
    run(&fixed[i], 1, 1);
  state = 99;
  for (int i = 0; i < 60; ++i) {
    unsigned seed = state = 99 + 31 * i;
    struct sizes s = {next() % 40 + 1, next() % 20 + 1, next() % 14 + 1,
                      next() % 14 + 1, next() % 7 + 1,  next() % 7 + 1,
                      0,               0,               next() % 3 + 1,
                      next() % 5,      next() % 3 + 1};
    // As many as there are, or a few more or less.
    s.oh = (s.h + 2 * s.pad - s.dil * (s.kh - 1) - 1) / s.stride + next() % 4;
    s.ow = (s.w + 2 * s.pad - s.dil * (s.kw - 1) - 1) / s.stride + next() % 4;
    s.oh = s.oh < 0 ? 0 : s.oh;
    s.ow = s.ow < 0 ? 0 : s.ow;
    run(&s, seed % 3, 0);
  }
}
