//===- axis-tables.c - Tables along one of several axes -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %clang -march=x86-64-v3 -O3 -fno-strict-aliasing %s -o %t.plain
// RUN: %clangplugin -march=x86-64-v3 -O3 -fno-strict-aliasing -Rpass=gemmify \
// RUN:   %s -o %t 2>&1 | FileCheck %s
// RUN: %t.plain > %t.want
// RUN: %t > %t.got
// RUN: diff %t.want %t.got
//
// Planes of a convolution that are found through tables, and offsets of a
// filter's points. The result lies anywhere in the image, at its ends, in
// itself and in the tables; pages around each cannot be accessed.
//
//===----------------------------------------------------------------------===//

#include "harness/pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORM __attribute__((noinline)) void

struct sizes {
  int in, out, oh, ow, k, w, stride;
};
#define SIZES                                                                  \
  int in = s->in, out = s->out, oh = s->oh, ow = s->ow, k = s->k, w = s->w,    \
      stride = s->stride

// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum
// A(i,k)*B(k,j), j over 2 loops, k over 3 loops, A by row pointers, B by row
// pointers, C by row pointers
FORM planes(const struct sizes *s, float **x, float **f, float **y) {
  SIZES;
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              sum += x[c][(i * stride + u) * w + j * stride + v] *
                     f[o][(c * k + u) * k + v];
        y[o][i * ow + j] = sum;
      }
}

// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum
// A(i,k)*B(k,j), j over 2 loops, k over 2 loops, A row-major, B gathered, C
// row-major
FORM offsets(const struct sizes *s, long plane, const int *at, const float *x,
             const float *f, const float *bias, float *y) {
  SIZES;
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        const float *weights = f + (long)o * in * k * k;
        for (int c = 0; c < in; c++) {
          const float *from =
              x + c * plane + (long)i * stride * w + (long)j * stride;
          for (int p = 0; p < k * k; p++)
            sum += from[at[p]] * weights[p];
          weights += k * k;
        }
        y[((long)o * oh + i) * ow + j] = sum;
      }
}

/// Rows of the image, which its channels follow in; each is an image of its
/// own.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum
// A(i,k)*B(k,j), j over 2 loops, k over 2 loops, A general strides, B by row
// pointers
FORM rows(const struct sizes *s, float **x, const float *f, float *y) {
  SIZES;
  (void)stride, (void)w;
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int v = 0; v < k; v++)
            sum += x[i][(j + v) * in + c] * f[(o * k + v) * in + c];
        y[(i * ow + j) * out + o] = sum;
      }
}

/// A table of tables, along two axes of k.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum
// A(i,k)*B(k,j), j over 2 loops, k over 3 loops, A row-major, B by row pointers
FORM tables(const struct sizes *s, float ***restrict x, const float *restrict f,
            float *restrict y) {
  SIZES;
  (void)stride;
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              sum += x[c][u][i * w + j + v] * f[((o * in + c) * k + u) * k + v];
        y[(o * oh + i) * ow + j] = sum;
      }
}

static float *floats(size_t n, int at_end) {
  return between_pages(n * sizeof(float), at_end);
}

static unsigned hash(const float *y, size_t n) {
  unsigned h = 2166136261u;
  for (size_t i = 0; i < n; ++i) {
    unsigned bits;
    memcpy(&bits, &y[i], sizeof bits);
    h = (h ^ bits) * 16777619u;
  }
  return h;
}

static void fill(float *x, size_t n) {
  for (size_t i = 0; i < n; ++i)
    x[i] = (int)(i * 2654435761u >> 20) / 1024.0f - 2;
}

enum { MOST = 64 };

/// Planes of the image, one behind the other or the other way round, and of the
/// result at \p first of the same memory, \p apart floats from each other.
static void run_planes(const struct sizes *s, float *all, size_t n, int down,
                       size_t first, size_t apart) {
  int h = (s->oh - 1) * s->stride + s->k, weights = s->in * s->k * s->k;
  float *x[MOST], *f[MOST], *y[MOST];
  float *of = floats(s->out * weights, 1);
  fill(all, n);
  fill(of, s->out * weights);
  for (int c = 0; c < s->in; ++c)
    x[c] = all + (down ? s->in - 1 - c : c) * h * s->w;
  for (int o = 0; o < s->out; ++o) {
    f[o] = of + o * weights;
    y[o] = all + first + (down ? o : s->out - 1 - o) * apart;
  }
  planes(s, x, f, y);
  printf("planes %d %zu %zu: %x\n", down, first, apart, hash(all, n));
  munmap((void *)((size_t)of & -4096), 4096);
}

static void run_offsets(const struct sizes *s, float *all, size_t n, int back,
                        size_t first) {
  int h = (s->oh - 1) * s->stride + s->k, points = s->k * s->k;
  int *at = (int *)floats(points, 1);
  float *f = floats(s->out * s->in * points, 1);
  float *bias = floats(s->out, 1);
  // Backward, from the last point on.
  int last = (s->k - 1) * s->w + s->k - 1;
  for (int p = 0; p < points; ++p)
    at[p] = p / s->k * s->w + p % s->k - (back ? last : 0);
  fill(all, n);
  fill(f, s->out * s->in * points);
  fill(bias, s->out);
  offsets(s, (long)h * s->w, at, all + (back ? last : 0), f, bias, all + first);
  printf("offsets %d %zu: %x\n", back, first, hash(all, n));
  munmap(f, 4096), munmap((void *)((size_t)at & -4096), 4096);
}

/// Rows in any order; the last one ends with the memory before the result.
static void run_rows(const struct sizes *s, float *all, size_t n) {
  int length = (s->ow + s->k - 1) * s->in,
      weights = s->out * s->in * s->k * s->k;
  float *f = floats(weights, 1), *y = all + s->oh * length;
  float *x[MOST], **of[MOST], *taps[MOST][8];
  for (int i = 0; i < s->oh; ++i)
    x[i] = all + i * 5 % s->oh * length;
  for (int c = 0; c < s->in; ++c)
    for (int u = 0; u < s->k; ++u)
      of[c] = taps[c], taps[c][u] = all + (c * 7 + u * 3) % 11;
  fill(all, n);
  fill(f, weights);
  rows(s, x, f, y);
  printf("rows: %x\n", hash(all, n));
  float *to = floats((size_t)s->out * s->oh * s->ow, 1);
  tables(s, of, f, to);
  printf("tables: %x\n", hash(to, (size_t)s->out * s->oh * s->ow));
  munmap(f, 4096);
}

int main(void) {
  static const struct sizes all[] = {
      {8, 12, 6, 7, 3, 9, 1},  {16, 33, 10, 10, 3, 12, 1},
      {5, 40, 7, 6, 2, 14, 2}, {3, 20, 9, 17, 5, 40, 2},
      {24, 6, 4, 4, 1, 4, 1},  {0, 5, 4, 4, 3, 6, 1},
      {4, 0, 4, 4, 3, 6, 1},   {4, 4, 0, 4, 3, 6, 1}};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) {
    const struct sizes *s = &all[i];
    size_t image = (size_t)s->in * ((s->oh - 1) * s->stride + s->k) * s->w;
    size_t plane = (size_t)s->oh * s->ow, result = s->out * plane;
    size_t n = image + 2 * result + 2;
    // The image ends at the page's end, and so does the result.
    float *at_end = floats(image + result, 1);
    for (int way = 0; way < 2; ++way) {
      run_planes(s, at_end, image + result, way, image, plane);
      run_offsets(s, at_end, image + result, way, image);
      float *apart = floats(n, way);
      size_t in_rows = (size_t)s->oh * (s->ow + s->k - 1) * s->in + result;
      size_t most = s->oh * s->w + 16;
      most = most < in_rows ? in_rows : most;
      run_rows(s, floats(most, 1), most);
      size_t firsts[] = {0,         1,         image / 2, image - 2,
                         image - 1, image + 1, image + 2};
      for (unsigned at = 0; image && at < sizeof firsts / sizeof *firsts;
           ++at) {
        run_planes(s, apart, n, way, firsts[at], plane);
        run_offsets(s, apart, n, way, firsts[at]);
      }
      run_planes(s, apart, n, way, image, plane ? plane - 1 : 0);
      run_planes(s, apart, n, way, image, 0);
      run_planes(s, apart, n, way, image + 1, plane + 1);
    }
  }
  return 0;
}
