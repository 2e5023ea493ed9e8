// What LLVM knows where a condition holds, that a position is not negative, does
// not hold in the loop that adds zeros instead.
//
// REQUIRES: native-avx2
// RUN: %clang -march=x86-64-v3 -O3 %s -o %t.plain
// RUN: %clangplugin -march=x86-64-v3 -O3 -Rpass=gemmify %s -o %t 2>&1 | FileCheck %s
// RUN: %t.plain > %t.want
// RUN: %t > %t.got
// RUN: diff %t.want %t.got
//
// Nor that an index does not wrap before it is widened.
// RUN: %clangplugin -march=x86-64-v3 -O2 -mllvm -indvars-widen-indvars=false %s -o %t
// RUN: %t > %t.got
// RUN: diff %t.want %t.got

#include <math.h>
#include <stdio.h>
#include <sys/mman.h>

enum { IN = 64, OUT = 13, STEPS = 4 };

// CHECK: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j)
__attribute__((noinline)) static void weigh(int in, int out, int w, int k, int pad,
                                            const float *x, const float *f,
                                            float *restrict y) {
  if (in <= 0 || k <= 0)
    return;
  for (int j = 0; j < w; j++)
    for (int o = 0; o < out; o++) {
      float sum = 0;
      for (int v = 0; v < k; v++) {
        int u = v - pad;
        if (u >= 0) {
          int c = 0;
          do
            sum += x[(j + v) * 64L + c] *
                   (f[(v * 64L + c) * out + o] * (float)(unsigned)u);
          while (++c < in);
        } else {
          int c = 0;
          do
            sum += 0.0f * (f[(v * 64L + c) * out + o] * (float)(unsigned)u);
          while (++c < in);
        }
      }
      y[j * out + o] = sum;
    }
}

enum { WIDTH = 20, CHANNELS = 24, MAPS = 32 };

__attribute__((noinline)) void scatter(float *restrict y, const float *restrict x,
                                       const float *restrict f, int k, int pad,
                                       int stride) {
  for (int i = 0; i < WIDTH; i++)
    for (int j = 0; j < WIDTH; j++)
      for (int v = 0; v < k; v++) {
        int at = (int)((unsigned)v * (unsigned)stride);
        if (v < pad)
          for (int c = 0; c < CHANNELS; c++)
            for (int o = 0; o < MAPS; o++)
              y[(i * WIDTH + j) * MAPS + o] +=
                  x[(i * WIDTH + j + v) * CHANNELS + c] * f[(long)(at + c) * MAPS + o];
        else
          for (int c = 0; c < CHANNELS; c++)
            for (int o = 0; o < MAPS; o++)
              y[(i * WIDTH + j) * MAPS + o] += 0.0f * f[((long)at + c) * MAPS + o];
      }
}

/// Filters so far apart that the last one is where an int ends.
static void scatter_far(const float *x, float *y) {
  const long stride = (1l << 30) - 10;
  float *f = mmap(NULL, (1l << 38) + (1l << 24), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (f == MAP_FAILED)
    return;
  for (long v = 0; v < 3; ++v)
    for (int c = 0; c < CHANNELS * MAPS; ++c)
      f[v * stride * MAPS + c] = (float)((v * 7 + c) % 11 - 5);
  for (int i = 0; i < WIDTH * WIDTH * MAPS; ++i)
    y[i] = 0;
  scatter(y, x, f, 3, 2, (int)stride);
  for (int i = 0; i < WIDTH * WIDTH * MAPS; i += 7)
    printf("%a ", y[i]);
}

int main(void) {
  static float x[(64 + STEPS) * IN], f[STEPS * IN * OUT], y[64 * OUT];
  for (size_t i = 0; i < sizeof x / sizeof *x; ++i)
    x[i] = 1e-30f;
  for (size_t i = 0; i < sizeof f / sizeof *f; ++i)
    f[i] = i % 3 ? 1.5f : 1e30f;
  for (int w = 1; w <= 64; w += 9)
    for (int pad = 0; pad <= STEPS; ++pad) {
      weigh(IN, OUT, w, STEPS, pad, x, f, y);
      for (int i = 0; i < w * OUT; ++i)
        printf(isnan(y[i]) ? "nan " : "%a ", y[i]);
      puts("");
    }
  static float image[(WIDTH * WIDTH + 3) * CHANNELS], maps[WIDTH * WIDTH * MAPS];
  for (size_t i = 0; i < sizeof image / sizeof *image; ++i)
    image[i] = (float)(i % 13) - 6;
  scatter_far(image, maps);
}
