//===- axes.c - Several loops that play one index -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{level} = -O2
// DEFINE: %{run} = %clang -march=x86-64-v3 %{level} %s -o %t.plain && \
// DEFINE:   %clangplugin -march=x86-64-v3 %{level} -Rpass=gemmify %s -o %t 2>&1 \
// DEFINE:     | FileCheck %s && %t.plain > %t.want && %t > %t.got && \
// DEFINE:   diff %t.want %t.got
// RUN: %{run}
// REDEFINE: %{level} = -O1
// RUN: %{run}
// REDEFINE: %{level} = -O3
// RUN: %{run}
// REDEFINE: %{level} = -O3 -ffp-contract=fast
// RUN: %{run}
//
// Bits of contractions, convolutions and batches, and of what looks like one:
// the sum goes through memory in another way, strides are loaded inside, both
// operands move with the innermost loop.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <stdlib.h>

#define FORM __attribute__((noinline)) void

// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), i over 2 loops, j over 2 loops, k over 2 loops
FORM contraction(int a1, int b1, int c1, int d1, int e1, int f1,
                 float *restrict C, const float *restrict A,
                 const float *restrict B) {
  for (int a = 0; a < a1; ++a)
    for (int b = 0; b < b1; ++b)
      for (int c = 0; c < c1; ++c)
        for (int d = 0; d < d1; ++d)
          for (int e = 0; e < e1; ++e)
            for (int f = 0; f < f1; ++f)
              C[((a * b1 + b) * c1 + c) * d1 + d] +=
                  A[((a * e1 + e) * b1 + b) * f1 + f] *
                  B[((d * f1 + f) * c1 + c) * e1 + e];
}

// CHECK: remark: matrix product rewritten: float C(i,j) = f(an expression + sum A(i,k)*B(k,j)), j over 2 loops, k over 3 loops
FORM convolution(int o1, int c1, int h, int w, int s, int r, float *C,
                 const float *A, const float *B, const float *bias) {
  for (int o = 0; o < o1; ++o)
    for (int y = 0; y <= h - s; ++y)
      for (int x = 0; x <= w - r; ++x) {
        float sum = bias[o];
        for (int c = 0; c < c1; ++c)
          for (int u = 0; u < s; ++u)
            for (int v = 0; v < r; ++v)
              sum += A[(c * h + y + u) * w + x + v] *
                     B[((o * c1 + c) * s + u) * r + v];
        C[(o * (h - s + 1) + y) * (w - r + 1) + x] = sum > 0 ? sum : 0;
      }
}

/// Pointers to a row of the image, to the weights and to the result go on from
/// where inner loops have come to.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM advancing(int o1, int c1, int h, int w, int s, int r, float *C,
               const float *A, const float *B) {
  for (int o = 0; o < o1; ++o)
    for (int y = 0; y <= h - s; ++y)
      for (int x = 0; x <= w - r; ++x) {
        const float *weight = B + o * c1 * s * r;
        float sum = 0;
        for (int c = 0; c < c1; ++c)
          for (int u = 0; u < s; ++u) {
            const float *pixel = A + (c * h + y + u) * w + x;
            for (int v = 0; v < r; ++v)
              sum += *pixel++ * *weight++;
          }
        *C++ = sum;
      }
}

/// Weights of their own for each pixel.
FORM advancing_on(int o1, int c1, int h, int w, int s, int r, float *C,
                  const float *A, const float *B) {
  const float *weight = B;
  for (int o = 0; o < o1; ++o)
    for (int y = 0; y <= h - s; ++y)
      for (int x = 0; x <= w - r; ++x) {
        float sum = 0;
        for (int c = 0; c < c1; ++c)
          for (int u = 0; u < s; ++u) {
            const float *pixel = A + (c * h + y + u) * w + x;
            for (int v = 0; v < r; ++v)
              sum += *pixel++ * *weight++;
          }
        *C++ = sum;
      }
}

/// The channels of a pixel are next to each other.
// CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops
FORM channels_last(int o1, int c1, int h, int w, int s, int r,
                   float *restrict C, const float *restrict A,
                   const float *restrict B) {
  for (int y = 0; y <= h - s; ++y)
    for (int x = 0; x <= w - r; ++x)
      for (int o = 0; o < o1; ++o) {
        float sum = 0;
        for (int u = 0; u < s; ++u)
          for (int v = 0; v < r; ++v)
            for (int c = 0; c < c1; ++c)
              sum += A[((y + u) * w + x + v) * c1 + c] *
                     B[((u * r + v) * c1 + c) * o1 + o];
        C[(y * (w - r + 1) + x) * o1 + o] = sum;
      }
}

/// Rows of C get their start values before all loops of k.
// CHECK: remark: matrix product rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), i over 2 loops, k over 3 loops
FORM filled_rows(int o1, int c1, int h, int w, int s, int r, float *restrict C,
                 const float *restrict A, const float *restrict B,
                 const float *restrict bias) {
  for (int y = 0; y <= h - s; ++y)
    for (int x = 0; x <= w - r; ++x) {
      for (int o = 0; o < o1; ++o)
        C[(y * (w - r + 1) + x) * o1 + o] = bias[o];
      for (int u = 0; u < s; ++u)
        for (int v = 0; v < r; ++v)
          for (int c = 0; c < c1; ++c)
            for (int o = 0; o < o1; ++o)
              C[(y * (w - r + 1) + x) * o1 + o] +=
                  A[((y + u) * w + x + v) * c1 + c] *
                  B[((u * r + v) * c1 + c) * o1 + o];
    }
}

/// Each step of u begins anew.
FORM filled_inside(int o1, int c1, int h, int w, int s, int r,
                   float *restrict C, const float *restrict A,
                   const float *restrict B) {
  for (int y = 0; y <= h - s; ++y)
    for (int x = 0; x <= w - r; ++x)
      for (int u = 0; u < s; ++u) {
        for (int o = 0; o < o1; ++o)
          C[(y * (w - r + 1) + x) * o1 + o] = 0;
        for (int v = 0; v < r; ++v)
          for (int c = 0; c < c1; ++c)
            for (int o = 0; o < o1; ++o)
              C[(y * (w - r + 1) + x) * o1 + o] +=
                  A[((y + u) * w + x + v) * c1 + c] *
                  B[((u * r + v) * c1 + c) * o1 + o];
      }
}

/// A batch in the middle. Left to flags, the code generator fuses other pairs.
FORM batch(int m, int n, int k, int b1, float *restrict C,
           const float *restrict A, const float *restrict B) {
  for (int i = 0; i < m; ++i)
    for (int b = 0; b < b1; ++b)
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int l = 0; l < k; ++l)
          sum += A[(b * m + i) * k + l] * B[(b * k + l) * n + j];
        C[(b * m + i) * n + j] = sum;
      }
}

/// Each block of k starts from what was there before all of them.
FORM starts_again(int n, int p1, int q1, float *C, const float *A,
                  const float *B) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float start = C[i * n + j];
      for (int p = 0; p < p1; ++p) {
        float sum = start;
        for (int q = 0; q < q1; ++q)
          sum += A[(i * p1 + p) * (q1 + 1) + q] * B[(p * q1 + q) * n + j];
        C[i * n + j] = sum;
      }
    }
}

/// The innermost loop is a batch, with a running sum that it stores.
FORM runs_over_batch(int m, int n, int k, int b1, float *C, const float *A,
                     const float *B) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int l = 0; l < k; ++l) {
        float sum = 0;
        for (int b = 0; b < b1; ++b) {
          sum += A[(i * k + l) * b1 + b] * B[(l * n + j) * b1 + b];
          C[(i * n + j) * b1 + b] = sum;
        }
      }
}

/// What a step of p moves is loaded inside, and leads A to C.
FORM loaded_stride(long m, long n, long p1, long q1, long *C, const long *A,
                   const long *B, const long *by) {
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < n; ++j)
      for (long p = 0; p < p1; ++p)
        for (long q = 0; q < q1; ++q)
          C[i * n + j] +=
              A[i * by[0] + p * by[1] + q] * B[(p * q1 + q) * n + j];
}

/// Of a batch.
FORM batch_downward(int m, int n, int k, int b1, float *restrict C,
                    const float *restrict A, const float *restrict B) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int l = 0; l < k; ++l)
        for (int b = 0; b < b1; ++b)
          C[(i * n + j) * b1 + b] +=
              A[(i * k + l) * b1 - b] * B[(l * n + j) * b1 - b];
}

enum { MOST = 200000 };
static float a[MOST], b[MOST], c[MOST], bias[64];
static long whole[MOST];

static void fill(void) {
  unsigned seed = 7;
  for (int i = 0; i < MOST; ++i) {
    a[i] = (seed = seed * 1664525 + 1013904223) / 4e9f - 0.5f;
    b[i] = (seed = seed * 1664525 + 1013904223) / 4e9f - 0.5f;
    c[i] = (seed = seed * 1664525 + 1013904223) / 4e9f - 0.5f;
    whole[i] = seed >> 20;
  }
}

static void show(const char *name, const void *of, size_t bytes) {
  unsigned long hash = 14695981039346656037u;
  for (size_t i = 0; i < bytes; ++i)
    hash = (hash ^ ((const unsigned char *)of)[i]) * 1099511628211u;
  printf("%s %lx\n", name, hash);
}

int main(void) {
  for (int i = 0; i < 64; ++i)
    bias[i] = i - 20;
  static const int shapes[][6] = {{3, 4, 5, 6, 7, 8},   {16, 2, 3, 16, 20, 5},
                                  {1, 1, 1, 1, 1, 1},   {0, 3, 4, 5, 6, 7},
                                  {5, 4, 3, 2, 0, 1},   {2, 1, 17, 9, 33, 2},
                                  {7, 11, 5, 13, 3, 9}, {1, 40, 1, 30, 2, 70}};
  for (int s = 0; s < 8; ++s) {
    const int *n = shapes[s];
    fill();
    contraction(n[0], n[1], n[2], n[3], n[4], n[5], c, a, b);
    show("contraction", c, sizeof c);
    fill();
    batch(n[0] * 5, n[1] * 6, n[2] * 4, n[3], c, a, b);
    show("batch", c, sizeof c);
    fill();
    runs_over_batch(n[0], n[1], n[2], n[3], c, a, b);
    show("runs over batch", c, sizeof c);
    fill();
    batch_downward(n[0], n[1], n[2], n[3], c, a + 100, b + 100);
    show("batch downward", c, sizeof c);
  }
  static const int images[][6] = {
      {8, 6, 14, 20, 3, 3}, {33, 3, 40, 9, 5, 2},  {1, 1, 1, 1, 1, 1},
      {20, 17, 6, 7, 1, 1}, {16, 32, 20, 9, 3, 1}, {64, 21, 12, 12, 3, 7}};
  for (int s = 0; s < 6; ++s) {
    const int *n = images[s];
    fill();
    convolution(n[0], n[1], n[2], n[3], n[4], n[5], c, a, b, bias);
    show("convolution", c, sizeof c);
    for (int none = 0; none < 4; ++none) {
      fill();
      advancing(n[0], n[1] * (none != 1), n[2], n[3], n[4] * (none != 2),
                n[5] * (none != 3), c, a, b);
      show("advancing", c, sizeof c);
    }
    fill();
    advancing_on(n[0] % 5, n[1] % 3, n[2] % 8, n[3] % 8, n[4] % 4, n[5] % 4, c,
                 a, b);
    show("advancing on", c, sizeof c);
    fill();
    channels_last(n[0], n[1], n[2], n[3], n[4], n[5], c, a, b);
    show("channels last", c, sizeof c);
    fill();
    filled_rows(n[0], n[1], n[2], n[3], n[4], n[5], c, a, b, bias);
    show("filled rows", c, sizeof c);
    fill();
    filled_inside(n[0], n[1], n[2], n[3], n[4], n[5], c, a, b);
    show("filled inside", c, sizeof c);
  }
  fill();
  starts_again(40, 3, 50, c, a, b);
  show("starts again", c, sizeof c);
  const long by[] = {20, 5000};
  fill();
  loaded_stride(30, 40, 2, 20, whole + 5000, whole, whole + 100000, by);
  show("loaded stride", whole, sizeof whole);
  return 0;
}
