// Sizes that are read through a pointer where a point is inside only, as the
// function has read them before. They may be overwritten by the result.
//
// REQUIRES: native-avx2
// RUN: %clang -march=x86-64-v3 -O2 %s -o %t.plain
// RUN: %clangplugin -march=x86-64-v3 -O2 -Rpass=gemmify %s -o %t 2>&1 | FileCheck %s
// RUN: %t.plain > %t.want
// RUN: %t > %t.got
// RUN: diff %t.want %t.got

#include <stdio.h>
#include <string.h>

/// As TensorFlow Lite has it.
struct shape {
  int size;
  union {
    int dims[5];
    int *more;
  };
};

static int dim(const shape &s, int i) {
  return s.size > 5 ? s.more[i] : s.dims[i];
}
static int offset(const shape &s, int i, int j, int k, int l) {
  const int *d = s.size > 5 ? s.more : s.dims;
  return ((i * d[1] + j) * d[2] + k) * d[3] + l;
}

// CHECK: matrix product rewritten: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), i over 3 loops, k over 3 loops
__attribute__((noinline)) static void conv(int stride, int pad, const shape &xs,
                                           const int *x, const shape &fs,
                                           const int *f, const shape &ys, int *y) {
  const int h = dim(xs, 1), w = dim(xs, 2), in = dim(xs, 3);
  const int kh = dim(fs, 1), kw = dim(fs, 2), depth = dim(fs, 3);
  const int images = dim(ys, 0), oh = dim(ys, 1), ow = dim(ys, 2), out = dim(ys, 3);
  if (in != depth)
    return;
  for (int n = 0; n < images; n++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        for (int o = 0; o < out; o++) {
          int sum = 0;
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride - pad + u, ix = j * stride - pad + v;
              if (iy < 0 || iy >= h || ix < 0 || ix >= w)
                continue;
              for (int c = 0; c < depth; c++)
                sum += x[offset(xs, n, iy, ix, c)] * f[offset(fs, o, u, v, c)];
            }
          y[offset(ys, n, i, j, o)] = sum;
        }
}

enum { N = 2, H = 11, W = 13, I = 8, O = 24, K = 3 };
static int x[N * H * W * I], f[O * K * K * I], y[1 << 18];

static void run(const char *name, const shape &xs, const shape &fs,
                const shape &ys) {
  conv(1, 1, xs, x, fs, f, ys, y);
  unsigned hash = 0;
  for (int i = 0; i < 1 << 18; ++i)
    hash = hash * 31 + (unsigned)y[i];
  printf("%s %u\n", name, hash);
  memset(y, 0, sizeof y);
}

int main(void) {
  for (int i = 0; i < N * H * W * I; ++i)
    x[i] = i * 7 % 5 == 0;
  for (int i = 0; i < O * K * K * I; ++i)
    f[i] = i * 11 % 7 == 0;
  int ofx[6] = {N, H, W, I}, off[6] = {O, K, K, I}, ofy[6] = {N, H, W, O};
  shape xs{6, {}}, fs{6, {}}, ys{6, {}}, own{4, {N, H, W, O}};
  xs.more = ofx, fs.more = off, ys.more = ofy;
  run("elsewhere", xs, fs, ys);
  run("within", xs, fs, own);
  // Sums are sizes from then on.
  for (int at = 0; at < H * W * O; at += 97) {
    ys.more = y + at;
    memcpy(y + at, ofy, sizeof ofy);
    run("overwritten", xs, fs, ys);
  }
  return 0;
}
