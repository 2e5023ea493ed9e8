//===- tables-of-tables.c - Elements behind tables of tables --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -march=x86-64-v3 -O2 %s -Wl,--wrap=malloc,--wrap=mmap
// RUN: mkdir -p %t
// RUN: %clang %{flags} -o %t/plain && %t/plain > %t/plain.out
// RUN: %clangplugin -Rpass=gemmify %{flags} -o %t/auto 2>&1 | FileCheck %s
// RUN: %t/auto | diff - %t/plain.out
// RUN: env COUNT=1 %t/auto | FileCheck --check-prefix=COPIES %s
// RUN: env FAIL=1 %t/auto | diff - %t/plain.out
// RUN: %clang -DT=double -DI=long %{flags} -O3 -o %t/plain3
// RUN: %t/plain3 > %t/plain3.out
// RUN: %clangplugin -DT=double -DI=long %{flags} -O3 -o %t/auto3
// RUN: %t/auto3 | diff - %t/plain3.out
//
// Rows end where pages do, lie in one piece in any order, are parts of each
// other or of those that are read; tables end where pages do.
//
//===----------------------------------------------------------------------===//

#include "harness/pages.h"
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef T
#define T float
#define I int
#endif

static int inside, allocations;
void *__real_malloc(size_t);
void *__real_mmap(void *, size_t, int, int, int, off_t);
static int fails(void) {
  allocations += inside;
  return inside && getenv("FAIL");
}
void *__wrap_malloc(size_t bytes) {
  return fails() ? NULL : __real_malloc(bytes);
}
void *__wrap_mmap(void *at, size_t n, int access, int flags, int fd, off_t to) {
  return fails() ? MAP_FAILED : __real_mmap(at, n, access, flags, fd, to);
}

struct sizes {
  I in, out, oh, ow, k, stride;
};
#define SIZES                                                                  \
  const I in = s->in, out = s->out, oh = s->oh, ow = s->ow, k = s->k,          \
          stride = s->stride;                                                  \
  (void)in, (void)out, (void)oh, (void)ow, (void)k, (void)stride
#define FORM static __attribute__((noinline)) void
#define FOR(V, N) for (I V = 0; V < N; V++)

/// What each form gets: X[in][h][w], F[out][in][k][k], Y[out][oh][ow].
typedef T **const *tensor;
typedef T ***const *filters;

// CHECK-DAG: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM scalar(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = 0;
    FOR(c, in) FOR(u, k) FOR(v, k) sum += x[c][i + u][j + v] * f[o][c][u][v];
    y[o][i][j] = sum;
  }
}

// CHECK-DAG: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM memory(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

// CHECK-DAG: rewritten: float C(i,j) = f(an expression + sum A(i,k)*B(k,j)), j over 2 loops, k over 3 loops
FORM strided(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = f[o][0][0][0];
    FOR(c, in) FOR(u, k) FOR(v, k) sum +=
        x[c][i * stride + u][j * stride + v] * f[o][c][u][v];
    y[o][i][j] = sum < 0 ? 0 : sum;
  }
}

// CHECK-DAG: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM by_two(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = 0;
    FOR(c, in) FOR(u, k) FOR(v, k) sum +=
        x[c][2 * i + u][2 * j + v] * f[o][c][u][v];
    y[o][i][j] = sum;
  }
}

/// The filter is turned round, and the image is read from its end on.
// CHECK-DAG: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM turned(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = 0;
    FOR(c, in) FOR(u, k) FOR(v, k) sum +=
        x[in - 1 - c][oh - 1 - i + u][j + k - 1 - v] *
        f[o][c][k - 1 - u][k - 1 - v];
    y[o][i][j] = sum;
  }
}

/// Filters in one array, the result's planes in the table's order from the end.
// CHECK-DAG: rewritten: float C(i,j) = C - sum A(i,k)*B(k,j)
FORM flat_filters(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  const T *w = f[0][0][0];
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = y[out - 1 - o][i][j];
    FOR(c, in) FOR(u, k) FOR(v, k) sum -=
        x[c][i + u][j + v] * w[(u * k + v) % 1 + (o + c + u + v)];
    y[out - 1 - o][i][j] = sum;
  }
}

/// The result is an array.
// CHECK-DAG: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM flat_result(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  T *to = y[0][0];
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = 0;
    FOR(c, in) FOR(u, k) FOR(v, k) sum += x[c][i + u][j + v] * f[o][c][u][v];
    to[(o * oh + i) * ow + j] = sum;
  }
}

/// Pointers to tables that any store may change, as far as types say.
struct held {
  T ***all;
} __attribute__((may_alias));
struct held_filters {
  T ****all;
} __attribute__((may_alias));
// CHECK-DAG: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM reloaded(const struct sizes *s, struct held *x, struct held_filters *f,
              struct held *y) {
  SIZES;
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    T sum = 0;
    FOR(c, in) FOR(u, k) FOR(v, k) sum +=
        x->all[c][i + u][j + v] * f->all[o][c][u][v];
    y->all[o][i][j] = sum;
  }
}

/// Loops over columns outside, and the sum outside of the result's rows.
// CHECK-DAG: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j)
FORM outside(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(c, in) FOR(u, k) FOR(v, k) FOR(i, oh) FOR(o, out) FOR(j, ow)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

/// Rows of the result in groups, the last of which may not be whole.
// CHECK-DAG: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 3 loops, k over 3 loops
FORM in_groups(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh / (stride + 1)) FOR(t, stride) FOR(j, ow) FOR(c, in)
  FOR(u, k) FOR(v, k) y[o][i * (stride + 1) + t][j] +=
      x[c][i * (stride + 1) + t + u][j + v] * f[o][c][u][v];
}

/// What is read is stored to, which only the rows tell.
// CHECK-DAG: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
FORM shifted(const struct sizes *s, tensor x, filters f, tensor y) {
  SIZES;
  FOR(o, out) FOR(i, oh - k + 1) FOR(j, ow - k + 1) FOR(u, k) FOR(v, k)
  FOR(c, out) y[o][i][j] += y[c][i + u][j + v] * f[o][0][u][v];
  (void)x;
}

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

enum { MOST = 40, KS = 5 };
#define AT_LEAST_1(N) ((N) ? (N) : 1)
enum place {
  PAGES,      ///< Each row ends where a page does.
  IN_ORDER,   ///< In one piece: the image, filters, the result.
  MIXED,      ///< Rows of the image and of the result take turns.
  BACKWARD,   ///< The result's rows from the end on.
  ON_IMAGE,   ///< The result's last row is a part of a row of the image.
  ON_FILTERS, ///< The result's last row is one of a filter.
  ON_ITSELF,  ///< Two of the result's rows share an element.
  ALL_ONE,    ///< All rows of the result are one.
  NUM_PLACES
};

static T *pool;
static size_t used, pool_size = 1 << 17;
static T *x_rows[MOST][MOST * 3], **x_table[MOST];
static T *f_rows[MOST][MOST][KS], **f_table[MOST][MOST], ***f_all[MOST];
static T *y_rows[MOST][MOST], **y_table[MOST];

static T *row(enum place place, long n) {
  if (place == PAGES)
    return between_pages(n * sizeof(T), 1);
  used += n;
  return pool + used - n;
}

static void fill(T *to, long n, unsigned seed) {
  for (long i = 0; i < n; ++i)
    to[i] = (int)((seed + i) * 2654435761u >> 20) / (T)1024 - 2;
}

static unsigned hash(unsigned h, const T *y, long n) {
  const unsigned char *bytes = (const unsigned char *)y;
  for (size_t i = 0; i < n * sizeof(T); ++i)
    h = (h ^ bytes[i]) * 16777619u;
  return h;
}

/// A copy of \p bytes that ends where a page does.
static void *at_end(const void *from, size_t bytes) {
  return memcpy(between_pages(bytes, 1), from, bytes);
}

static void place_all(const struct sizes *s, enum place place, long h, long w) {
  used = 64;
  for (I c = 0; c < s->in; ++c)
    for (long i = 0; i < h; ++i) {
      x_rows[c][i] = row(place, w);
      if (place == MIXED && c < s->out && i < s->oh)
        y_rows[c][i] = row(place, s->ow);
    }
  for (I o = 0; o < s->out; ++o)
    for (I c = 0; c < AT_LEAST_1(s->in); ++c)
      for (I u = 0; u < AT_LEAST_1(s->k); ++u)
        f_rows[o][c][u] = row(place, AT_LEAST_1(s->k));
  for (I o = 0; o < s->out; ++o)
    for (I i = 0; i < s->oh; ++i)
      if (place != MIXED || o >= s->in || i >= h)
        y_rows[o][i] = row(place, s->ow);
  T **last = &y_rows[s->out - 1][s->oh - 1];
  if (place == BACKWARD)
    for (I o = 0; o < s->out / 2; ++o)
      for (I i = 0; i < s->oh; ++i) {
        T *other = y_rows[s->out - 1 - o][i];
        y_rows[s->out - 1 - o][i] = y_rows[o][i];
        y_rows[o][i] = other;
      }
  if (place == ON_IMAGE && s->in)
    *last = x_rows[s->in - 1][h - 1] + 1;
  if (place == ON_FILTERS && s->in && s->k)
    *last = f_rows[s->out - 1][s->in - 1][s->k - 1];
  if (place == ON_ITSELF)
    *last = y_rows[0][0] + s->ow - 1;
  if (place == ALL_ONE)
    for (I o = 0; o < s->out; ++o)
      for (I i = 0; i < s->oh; ++i)
        y_rows[o][i] = *last;
}

typedef void (*form)(const struct sizes *, tensor, filters, tensor);
static const struct {
  const char *name;
  form run;
  struct {
    long steps; ///< From a place of the result to the next; 0: stride.
    int flat, held;
  };
} forms[] = {{"scalar", scalar, {1, 0, 0}},
             {"memory", memory, {1, 0, 0}},
             {"strided", strided, {0, 0, 0}},
             {"by_two", by_two, {2, 0, 0}},
             {"turned", turned, {1, 0, 0}},
             {"flat_filters", flat_filters, {1, 1, 0}},
             {"flat_result", flat_result, {1, 1, 0}},
             {"outside", outside, {1, 0, 0}},
             {"in_groups", in_groups, {1, 0, 0}},
             {"shifted", shifted, {1, 0, 0}},
             {"reloaded", (form)0, {1, 0, 1}}};

static void run(unsigned at, const struct sizes *s, enum place place) {
  const long step = forms[at].steps ? forms[at].steps : s->stride;
  const long h = (s->oh - 1) * step + s->k, w = (s->ow - 1) * step + s->k;
  if (forms[at].flat && place == PAGES)
    return;
  fill(pool, pool_size, 7 * at + place);
  place_all(s, place, h, w);
  tensor x, y;
  filters f;
  for (I c = 0; c < s->in; ++c) {
    x_table[c] = at_end(x_rows[c], h * sizeof(T *));
    if (place == PAGES)
      for (long i = 0; i < h; ++i)
        fill(x_rows[c][i], w, c * 31 + i);
  }
  for (I o = 0; o < s->out; ++o) {
    for (I c = 0; c < AT_LEAST_1(s->in); ++c) {
      const I k = AT_LEAST_1(s->k);
      f_table[o][c] = at_end(f_rows[o][c], k * sizeof(T *));
      if (place == PAGES)
        for (I u = 0; u < k; ++u)
          fill(f_rows[o][c][u], k, o * 17 + c * 5 + u);
    }
    f_all[o] = at_end(f_table[o], AT_LEAST_1(s->in) * sizeof(T **));
    y_table[o] = at_end(y_rows[o], s->oh * sizeof(T *));
  }
  x = at_end(x_table, s->in * sizeof(T **));
  f = at_end(f_all, s->out * sizeof(T ***));
  y = at_end(y_table, s->out * sizeof(T **));
  inside = 1;
  if (forms[at].held) {
    struct held hx = {(T ***)x}, hy = {(T ***)y};
    struct held_filters hf = {(T ****)f};
    reloaded(s, &hx, &hf, &hy);
  } else {
    forms[at].run(s, x, f, y);
  }
  inside = 0;
  unsigned sum = hash(2166136261u, pool, pool_size);
  if (place == PAGES)
    for (I o = 0; o < s->out; ++o)
      for (I i = 0; i < s->oh; ++i)
        sum = hash(sum, y_rows[o][i], s->ow);
  printf("%s %d: %x\n", forms[at].name, place, sum);
}

int main(void) {
  static const struct sizes all[] = {
      {8, 12, 9, 11, 3, 1}, {5, 33, 10, 10, 3, 2}, {3, 7, 30, 31, 5, 3},
      {16, 20, 8, 8, 1, 2}, {1, 9, 20, 25, 4, 1},  {20, 1, 12, 33, 3, 1},
      {2, 3, 4, 5, 2, 1},   {0, 4, 4, 4, 3, 1},    {4, 4, 4, 4, 0, 1}};
  pool = between_pages(pool_size * sizeof(T), 1);
  for (unsigned at = 0; at < sizeof forms / sizeof *forms; ++at) {
    fflush(stdout);
    if (fork()) {
      int status;
      wait(&status);
      if (status)
        return 1;
      continue;
    }
    for (unsigned n = 0; n < sizeof all / sizeof *all; ++n)
      for (int place = 0; place < NUM_PLACES; ++place)
        run(at, &all[n], (enum place)place);
    if (getenv("COUNT"))
      printf("%s: %s\n", forms[at].name, allocations > 1 ? "copied" : "as it is");
    return 0;
  }
  return 0;
}

// COPIES: scalar: copied
// COPIES: memory: copied
// COPIES: strided: copied
// COPIES: by_two: copied
// COPIES: turned: copied
// COPIES: flat_filters: copied
// COPIES: flat_result: copied
// COPIES: outside: copied
// COPIES: in_groups: copied
// COPIES: shifted: as it is
// COPIES: reloaded: copied
