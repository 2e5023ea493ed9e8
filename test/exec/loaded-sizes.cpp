//===- loaded-sizes.cpp - Convolutions that load their sizes inside -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{level} = -O3
// DEFINE: %{run} = %clang --driver-mode=g++ -march=x86-64-v3 %{level} %s -o \
// DEFINE:     %t.plain && \
// DEFINE:   %clangplugin --driver-mode=g++ -march=x86-64-v3 %{level} \
// DEFINE:     -Rpass=gemmify %s -o %t 2>&1 | FileCheck %s && \
// DEFINE:   %t.plain > %t.want && %t > %t.got && diff %t.want %t.got
// RUN: %{run}
// REDEFINE: %{level} = -O2
// RUN: %{run}
//
// Bits of convolutions whose sizes, padding and pointers are members of
// objects. Results may lie on top of the objects, and objects end where memory
// does, some before what a nest that adds nothing would read.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sys/mman.h>

#define FORM __attribute__((noinline)) void

/// Any store may change a byte.
using Sizes = unsigned char[9];
enum { Out, Oh, Ow, In, K, Stride, Pad, H, W };

struct Filter {
  int k, stride, pad;
  const float *data;
};

struct Pointed {
  int out, oh, ow, in, k, stride, pad, h, w;
};

struct Tensor {
  int c, h, w;
  float *data;
  float &at(int z, int y, int x) const { return data[(z * h + y) * w + x]; }
  float pixel(int z, int y, int x) const {
    return y < 0 || y >= h || x < 0 || x >= w ? 0.f : at(z, y, x);
  }
};

// CHECK: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops
FORM skipped(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
             const float *) {
  for (int o = 0; o < Y.c; o++)
    for (int i = 0; i < Y.h; i++)
      for (int j = 0; j < Y.w; j++) {
        float sum = 0;
        for (int c = 0; c < X.c; c++)
          for (int u = 0; u < F.k; u++)
            for (int v = 0; v < F.k; v++) {
              int iy = i * F.stride + u - F.pad, ix = j * F.stride + v - F.pad;
              if (iy >= 0 && iy < X.h && ix >= 0 && ix < X.w)
                sum += X.at(c, iy, ix) * F.data[((o * X.c + c) * F.k + u) * F.k + v];
            }
        Y.at(o, i, j) = sum;
      }
}

// CHECK: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops
FORM zeros(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
           const float *) {
  for (int o = 0; o < Y.c; o++)
    for (int i = 0; i < Y.h; i++)
      for (int j = 0; j < Y.w; j++) {
        float sum = 0;
        for (int c = 0; c < X.c; c++)
          for (int u = 0; u < F.k; u++)
            for (int v = 0; v < F.k; v++)
              sum += X.pixel(c, i * F.stride + u - F.pad,
                             j * F.stride + v - F.pad) *
                     F.data[((o * X.c + c) * F.k + u) * F.k + v];
        Y.at(o, i, j) = sum;
      }
}

// CHECK: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops
FORM in_memory(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
               const float *) {
  for (int o = 0; o < Y.c; o++)
    for (int i = 0; i < Y.h; i++)
      for (int j = 0; j < Y.w; j++)
        for (int c = 0; c < X.c; c++)
          for (int u = 0; u < F.k; u++)
            for (int v = 0; v < F.k; v++) {
              int iy = i * F.stride + u - F.pad, ix = j * F.stride + v - F.pad;
              if (iy >= 0 && iy < X.h && ix >= 0 && ix < X.w)
                Y.at(o, i, j) +=
                    X.at(c, iy, ix) * F.data[((o * X.c + c) * F.k + u) * F.k + v];
            }
}

/// Without padding.
// CHECK: rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops
FORM inner(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
           const float *bias) {
  for (int o = 0; o < Y.c; o++)
    for (int i = 0; i < Y.h - F.pad; i++)
      for (int j = 0; j < Y.w - F.pad; j++) {
        float sum = bias[o];
        for (int c = 0; c < X.c; c++)
          for (int u = 0; u < F.k && F.stride == 1; u++)
            for (int v = 0; v < F.k; v++)
              sum += X.at(c, i + u, j + v) *
                     F.data[((o * X.c + c) * F.k + u) * F.k + v];
        Y.at(o, i, j) = sum;
      }
}

/// The result may lie on top of the sizes that end its loops.
FORM in_bytes(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
              const float *bias) {
  const float *x = X.data;
  float *y = Y.data;
  for (int o = 0; o < s[Out]; o++)
    for (int i = 0; i < s[Oh]; i++)
      for (int j = 0; j < s[Ow]; j++) {
        float sum = bias[o];
        for (int c = 0; c < s[In]; c++)
          for (int u = 0; u < s[K]; u++)
            for (int v = 0; v < s[K]; v++) {
              int iy = i * s[Stride] + u - s[Pad], ix = j * s[Stride] + v - s[Pad];
              if (iy >= 0 && iy < s[H] && ix >= 0 && ix < s[W])
                sum += x[(c * s[H] + iy) * s[W] + ix] *
                       F.data[((o * s[In] + c) * s[K] + u) * s[K] + v];
            }
        y[(o * s[Oh] + i) * s[Ow] + j] = sum;
      }
}

/// Only what shifts and pads is read inside.
// CHECK: rewritten: float C(i,j) = an expression + sum A(i,k)*B(k,j), j over 2 loops
FORM in_some_bytes(const Sizes &s, const Tensor &X, const Tensor &Y,
                   const Filter &F, const float *bias) {
  const float *x = X.data;
  float *y = Y.data;
  const int out = s[Out], oh = s[Oh], ow = s[Ow], in = s[In], k = s[K];
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int iy = i * s[Stride] + u - s[Pad], ix = j * s[Stride] + v - s[Pad];
              if (iy >= 0 && iy < s[H] && ix >= 0 && ix < s[W])
                sum += x[(c * s[H] + iy) * s[W] + ix] *
                       F.data[((o * in + c) * k + u) * k + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

static float pixel(const float *x, int h, int w, int row, int col, int c,
                   int pad) {
  row -= pad, col -= pad;
  return row < 0 || col < 0 || row >= h || col >= w ? 0.f
                                                    : x[(c * h + row) * w + col];
}

/// By a pointer, which says nothing of what can be read: where no step adds,
/// the object may end before what steps would read.
// CHECK: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops
FORM by_pointer(const Pointed *s, const float *x, float *y, const float *f) {
  for (int o = 0; o < s->out; o++)
    for (int i = 0; i < s->oh; i++)
      for (int j = 0; j < s->ow; j++)
        for (int c = 0; c < s->in; c++)
          for (int u = 0; u < s->k; u++)
            for (int v = 0; v < s->k; v++)
              y[(o * s->oh + i) * s->ow + j] +=
                  pixel(x, s->h, s->w, i * s->stride + u, j * s->stride + v, c,
                        s->pad) *
                  f[((o * s->in + c) * s->k + u) * s->k + v];
}

/// All but one size is loaded in the nest, where a point is inside. Where
/// results are such numbers as sizes, they may lie on top of them.
// CHECK: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops
// CHECK: rewritten: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops
template <typename T>
FORM met(const Pointed *s, const T *x, T *y, const T *f) {
  for (int o = 0; o < s->out; o++)
    for (int i = 0; i < s->oh; i++)
      for (int j = 0; j < s->ow; j++) {
        T sum = 0;
        for (int c = 0; c < s->in; c++)
          for (int u = 0; u < s->k; u++)
            for (int v = 0; v < s->k; v++) {
              int iy = i * s->stride + u - s->pad, ix = j * s->stride + v - s->pad;
              if (iy >= 0 && iy < s->h && ix >= 0 && ix < s->w)
                sum += x[(c * s->h + iy) * s->w + ix] *
                       f[((o * s->in + c) * s->k + u) * s->k + v];
            }
        y[(o * s->oh + i) * s->ow + j] = sum;
      }
}

FORM pointed(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
             const float *) {
  const Pointed all = {s[Out],    s[Oh],  s[Ow], s[In], s[K],
                       s[Stride], s[Pad], s[H],  s[W]};
  by_pointer(&all, X.data, Y.data, F.data);
}

template <typename T>
FORM met_pointed(const Sizes &s, const Tensor &X, const Tensor &Y, const Filter &F,
                 const float *) {
  const Pointed all = {s[Out],    s[Oh],  s[Ow], s[In], s[K],
                       s[Stride], s[Pad], s[H],  s[W]};
  met<T>(&all, (const T *)X.data, (T *)Y.data, (const T *)F.data);
}

static const struct {
  const char *name;
  void (*run)(const Sizes &, const Tensor &, const Tensor &, const Filter &,
              const float *);
} forms[] = {{"skipped", skipped},     {"zeros", zeros},
             {"in_memory", in_memory}, {"inner", inner},
             {"in_bytes", in_bytes},   {"in_some_bytes", in_some_bytes},
             {"pointed", pointed},     {"met", met_pointed<float>},
             {"met_integers", met_pointed<unsigned>}};

static unsigned state = 1;
static unsigned next() {
  return (state = state * 1664525u + 1013904223u) >> 16;
}

static float number(bool special) {
  static const float odd[] = {-0.0f, 0.0f, INFINITY, -INFINITY, 1e-40f, NAN};
  if (special && next() % 16 == 0)
    return odd[next() % 6];
  return (int(next() % 2001) - 1000) / 500.0f;
}

/// \p n bytes that end where memory does.
static char *before_page(size_t n) {
  size_t page = 4096, bytes = (n + page) / page * page;
  char *all = static_cast<char *>(mmap(nullptr, bytes + page, PROT_NONE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (all == MAP_FAILED || mprotect(all, bytes, PROT_READ | PROT_WRITE)) {
    perror("mmap");
    exit(1);
  }
  return all + bytes - n;
}
static float *floats(size_t n) {
  return reinterpret_cast<float *>(before_page(n * sizeof(float)));
}

static unsigned long hash(const void *at, size_t n) {
  unsigned long h = 14695981039346656037u;
  for (size_t i = 0; i + 4 <= n; i += 4) {
    unsigned bits;
    float f;
    memcpy(&f, static_cast<const char *>(at) + i, 4);
    memcpy(&bits, &f, 4);
    h = (h ^ (std::isnan(f) ? 0x7fc00000 : bits)) * 1099511628211u;
  }
  return h;
}

static void run(const Sizes &s, bool special) {
  const size_t in = s[In] * s[H] * s[W], out = s[Out] * s[Oh] * s[Ow];
  const size_t weights = s[Out] * s[In] * s[K] * s[K];
  float *x = floats(in), *y = floats(out), *f = floats(weights),
        *bias = floats(s[Out]);
  Sizes &own = *reinterpret_cast<Sizes *>(before_page(sizeof s));
  for (const auto &Form : forms) {
    state = 7;
    for (size_t i = 0; i < in; ++i)
      x[i] = number(special);
    for (size_t i = 0; i < weights; ++i)
      f[i] = number(special);
    for (size_t i = 0; i < s[Out]; ++i)
      bias[i] = number(special);
    for (size_t i = 0; i < out; ++i)
      y[i] = number(false);
    const Tensor X{s[In], s[H], s[W], x}, Y{s[Out], s[Oh], s[Ow], y};
    const Filter F{s[K], s[Stride], s[Pad], f};
    // Without padding, the image has to be as large.
    if (Form.run == inner && (s[H] < s[Oh] + s[K] || s[W] < s[Ow] + s[K]))
      continue;
    memcpy(own, s, sizeof s);
    Form.run(own, X, Y, F, bias);
    printf("%s %d->%d %dx%d by %d to %dx%d, %d %d %d: %lx\n", Form.name, s[In],
           s[Out], s[H], s[W], s[K], s[Oh], s[Ow], s[Stride], s[Pad], special,
           hash(y, out * 4));
  }
  fflush(stdout);
}

/// The result begins \p At elements before the sizes and is stored on top of
/// them. Where they end loops, they become threes.
static void overwrite(size_t At) {
  const size_t room = 1 << 19;
  static float x[room], f[room], bias[256], all[room];
  for (float &each : x)
    each = number(false);
  unsigned bits = 0x03030303;
  for (float &b : bias)
    memcpy(&b, &bits, 4);
  for (const auto &Form : forms) {
    if (Form.run != in_bytes && Form.run != in_some_bytes)
      continue;
    memset(all, 0, sizeof all);
    for (float &each : f)
      each = Form.run == in_bytes ? 0 : number(false);
    Sizes &s = *reinterpret_cast<Sizes *>(all + At);
    const Sizes first = {9, 8, 10, 6, 3, 1, 1, 8, 10};
    memcpy(s, first, sizeof s);
    const Tensor X{0, 0, 0, x}, Y{0, 0, 0, all};
    const Filter F{0, 0, 0, f};
    Form.run(s, X, Y, F, bias);
    printf("%s over %zu: %lx %d\n", Form.name, At, hash(all, sizeof all), s[K]);
  }
  fflush(stdout);
}

/// Zeros on top of sizes, which are small then.
static void overwrite_met(size_t At) {
  static unsigned x[1 << 16], f[1 << 16], all[1 << 14];
  memset(all, 0, sizeof all);
  Pointed *s = reinterpret_cast<Pointed *>(all + At);
  *s = {9, 8, 10, 6, 3, 1, 1, 8, 10};
  met(s, x, all, f);
  printf("met over %zu: %d %d %d\n", At, s->out, s->oh, s->ow);
}

/// Objects that end where the nest has read that there is nothing to do.
static void cut() {
  const int all[] = {30, 40, 50, 60, 0};
  static unsigned bits[30 * 40 * 50] = {1};
  for (size_t Fields = 1; Fields <= 5; ++Fields) {
    char *at = before_page(Fields * sizeof(int));
    memcpy(at, all, Fields * sizeof(int));
    memset(at + (Fields - 1) * sizeof(int), 0, sizeof(int));
    float none = 1;
    by_pointer(reinterpret_cast<Pointed *>(at), &none, &none, &none);
    printf("cut after %zu: %g\n", Fields, none);
    static float room[30 * 40 * 50] = {1};
    met(reinterpret_cast<Pointed *>(at), room, room, room);
    printf("met, cut after %zu: %g\n", Fields, room[0]);
    met(reinterpret_cast<Pointed *>(at), bits, bits, bits);
  }
  // All of it is padding, or the image has no rows: nothing asks for the rest.
  const int outside[] = {3, 4, 5, 6, 3, 1, 90, 0};
  for (size_t Fields = 7; Fields <= 8; ++Fields) {
    char *at = before_page(Fields * sizeof(int));
    memcpy(at, outside, Fields * sizeof(int));
    if (Fields == 8)
      memset(at + 6 * sizeof(int), 0, sizeof(int));
    static float none[60] = {1};
    met(reinterpret_cast<Pointed *>(at), none, none, none);
    printf("met, cut after %zu: %g\n", Fields, none[0]);
    met(reinterpret_cast<Pointed *>(at), bits, bits, bits);
  }
  printf("met in bits, cut: %u\n", bits[0]);
}

int main() {
  static const Sizes all[] = {{8, 14, 14, 16, 3, 1, 1, 14, 14},
                              {17, 13, 9, 5, 3, 1, 1, 13, 9},
                              {32, 7, 7, 32, 5, 2, 2, 13, 13},
                              {16, 30, 28, 3, 3, 1, 0, 40, 40},
                              {9, 20, 20, 12, 1, 1, 0, 20, 20},
                              {5, 12, 40, 8, 7, 1, 3, 12, 40},
                              {1, 1, 1, 1, 1, 1, 0, 1, 1},
                              {0, 9, 9, 4, 3, 1, 1, 9, 9},
                              {4, 0, 9, 4, 3, 1, 1, 9, 9},
                              {4, 9, 0, 4, 3, 1, 1, 9, 9},
                              {4, 9, 9, 0, 3, 1, 1, 9, 9},
                              {4, 9, 9, 4, 0, 1, 1, 9, 9},
                              {16, 9, 9, 16, 3, 1, 9, 9, 9},
                              {16, 12, 12, 8, 3, 0, 1, 4, 4},
                              {16, 9, 9, 16, 3, 1, 1, 0, 9},
                              {33, 31, 29, 17, 3, 1, 1, 31, 29}};
  for (const Sizes &s : all)
    for (bool special : {false, true})
      run(s, special);
  for (size_t At : {0, 1, 8, 100, 400, 700, 719, 720, 3000})
    overwrite(At);
  for (size_t At : {0, 1, 5, 700, 711, 718, 719, 720, 3000})
    overwrite_met(At);
  cut();
}
