//===- openmp.c - Collapsed loops in threads ------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

#define MATRICES int m, int n, int l, const float *a, const float *b, float *c
#define EACH(I, V, N) for (I V = 0; V < N; V++)
#define SUM                                                                    \
  float sum = 0;                                                               \
  EACH(int, k, l) sum += a[i * l + k] * b[k * n + j];                          \
  c[i * n + j] = sum;
#define LOOPS(NAME, SCHEDULE)                                                  \
  void NAME(MATRICES) {                                                        \
    _Pragma(SCHEDULE) EACH(int, i, m) EACH(int, j, n) { SUM }                  \
  }
LOOPS(even, "omp parallel for collapse(2)")
LOOPS(chunks, "omp parallel for collapse(2) schedule(static, 100)")
LOOPS(dynamic, "omp parallel for collapse(2) schedule(dynamic, 130)")
LOOPS(guided, "omp parallel for collapse(2) schedule(guided)")
#define ROWS(NAME, SCHEDULE)                                                   \
  void NAME(MATRICES) {                                                        \
    _Pragma(SCHEDULE) EACH(int, i, m) { EACH(int, j, n) { SUM } }              \
  }
ROWS(each_row, "omp parallel for schedule(dynamic)")
ROWS(few_rows, "omp parallel for schedule(static, 5)")
ROWS(no_fewer, "omp parallel for schedule(monotonic : dynamic, 24)")
ROWS(as_told, "omp parallel for schedule(runtime)")

/// Threads that come to the same loop by different ways must ask for the same.
int omp_get_thread_num(void);
static inline __attribute__((always_inline)) void share(MATRICES, int *done) {
#pragma omp for schedule(dynamic)
  EACH(int, i, m) {
    EACH(int, j, n) { SUM }
    if (done)
      ++done[i];
  }
}
void by_two_ways(MATRICES) {
  static int done[1000];
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0)
      share(m, n, l, a, b, c, NULL);
    else
      share(m, n, l, a, b, c, done);
  }
}

/// The second loop of a region.
void behind_another(MATRICES) {
#pragma omp parallel
  {
#pragma omp for
    EACH(int, i, m) c[i * n] = 1;
#pragma omp for schedule(dynamic)
    EACH(int, i, m) { EACH(int, j, n) { SUM } }
  }
}

/// Threads may have come to other copies of the loop, or of the barrier, before.
_Thread_local int goes_first;
void in_steps(MATRICES) {
#pragma omp parallel
  for (int step = 0; step < (goes_first ? 2 : 3); ++step)
    share(m, n, l, a, b, c, NULL);
}
void one_by_one(MATRICES) {
  static int done[1000];
#pragma omp parallel
  {
    if (goes_first)
      share(m, n, l, a, b, c, done);
    share(m, n, l, a, b, c, NULL);
    if (!goes_first)
      share(m, n, l, a, b, c, done);
  }
}
void two_barriers(MATRICES) {
#pragma omp parallel
  {
    if (goes_first) {
#pragma omp barrier
    }
    int was = c[0] == 1;
    if (!goes_first) {
      c[0] = 1;
#pragma omp barrier
    }
    if (was)
      share(m, n, l, a, b, c, NULL);
  }
}

/// Threads that have come in some order may go other ways.
void in_turn(MATRICES) {
  static int came;
#pragma omp parallel
  {
    int turn;
#pragma omp atomic capture
    turn = came++;
    if (turn >= 0) {
#pragma omp for schedule(dynamic)
      EACH(int, i, m) { EACH(int, j, n) { SUM } }
    }
  }
}

void unsigned_counters(MATRICES) {
#pragma omp parallel for collapse(2)
  EACH(unsigned, i, (unsigned)m) EACH(unsigned, j, (unsigned)n) {
    EACH(int, k, l) c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}

void batch(int s, MATRICES) {
#pragma omp parallel for collapse(3)
  EACH(int, t, s) EACH(int, i, m) EACH(int, j, n) {
    float sum = 0;
    EACH(int, k, l) sum += a[(t * m + i) * l + k] * b[(t * l + k) * n + j];
    c[(t * m + i) * n + j] = sum;
  }
}

/// The counter is put together again, as in llm.c.
void forward(int s, MATRICES, const float *bias) {
#pragma omp parallel for collapse(2)
  EACH(int, t, s) EACH(int, i, m) {
    int row = t * m + i;
    EACH(int, j, n) {
      float sum = bias != NULL ? bias[j] : 0.0f;
      EACH(int, k, l) sum += a[row * l + k] * b[j * l + k];
      c[row * n + j] = sum;
    }
  }
}

/// A convolution, with padding that is skipped; channels and rows, and pixels as well.
#define CONVOLUTION(NAME, COLLAPSE, LESS, ADD)                                 \
  void NAME(int out, int in, int h, int w, int r, const float *a,              \
            const float *b, float *c) {                                        \
    int oh = h - LESS, ow = w - LESS;                                          \
    _Pragma(COLLAPSE) EACH(int, o, out) EACH(int, i, oh) EACH(int, j, ow) {    \
      float sum = 0;                                                           \
      EACH(int, d, in) EACH(int, u, r) EACH(int, v, r) {                       \
        int y = i + u - 1, x = j + v - 1;                                      \
        ADD sum += a[(d * h + y) * w + x] * b[((o * in + d) * r + u) * r + v]; \
      }                                                                        \
      c[(o * oh + i) * ow + j] = sum;                                          \
    }                                                                          \
  }
#define SKIPPED if (y >= 0 && y < h && x >= 0 && x < w)
CONVOLUTION(rows, "omp parallel for collapse(2)", 2, y++; x++;)
CONVOLUTION(padded_rows, "omp parallel for collapse(2)", 0, SKIPPED)
CONVOLUTION(padded_pixels, "omp parallel for collapse(3)", 0, SKIPPED)

void even_(int *, int *, int *, float *, float *, float *); // In Fortran.

enum { MOST = 1 << 16 };
static float a[MOST], b[MOST], c[MOST];

static void show(const char *name, int m, int n, int l) {
  unsigned hash = 2166136261u;
  for (unsigned i = 0; i < sizeof c; ++i)
    hash = (hash ^ ((unsigned char *)c)[i]) * 16777619u;
  printf("%s %d %d %d %x\n", name, m, n, l, hash);
  for (int i = 0; i < MOST; ++i)
    c[i] = i % 7;
}

extern int threads;
extern long asked_chunk;
extern int gives_none;

/// What each kind of loop asks for.
static void show_chunks(void) {
  static const int teams[] = {1, 2, 16, 1000};
  static const int rows[] = {7, 64, 1000};
  for (int t = 0; t < 4; ++t)
    for (int r = 0; r < 3; ++r) {
      threads = teams[t];
      printf("%d threads, %d rows:", threads, rows[r]);
      each_row(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      no_fewer(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      asked_chunk = 0;
      as_told(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      asked_chunk = 0;
      by_two_ways(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      behind_another(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      in_turn(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      in_steps(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      one_by_one(rows[r], 1, 1, a, b, c);
      printf(" %ld", asked_chunk);
      asked_chunk = 0, c[0] = 1;
      two_barriers(rows[r], 1, 1, a, b, c);
      printf(" %ld\n", asked_chunk);
    }
  // The runtime counts in 32 bits, beyond the last row.
  gives_none = 1;
  for (int few = 0; few < 2; ++few) {
    each_row(few ? 1 << 30 : 0x7fffffff, 1, 1, a, b, c);
    printf("%s: %ld\n", few ? "large" : "too large", asked_chunk);
  }
}

int main(int count, char **args) {
  if (count > 1) {
    show_chunks();
    return 0;
  }
  static const int sizes[][3] = {{40, 60, 50}, {17, 33, 31}, {1, 97, 5},
                                 {97, 1, 9},   {0, 5, 5},    {5, 0, 5},
                                 {6, 6, 0},    {2, 7, 3},    {64, 64, 64}};
  for (int i = 0; i < MOST; ++i) {
    a[i] = (i * 2654435761u) / 4e9f - 0.5f;
    b[i] = (i * 2246822519u) / 4e9f - 0.5f;
  }
  for (threads = 1; threads < 20; threads += threads < 8 ? 1 : 5)
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
      int m = sizes[s][0], n = sizes[s][1], l = sizes[s][2];
#define RUN(CALL, ...)                                                         \
  CALL(__VA_ARGS__, a, b, c);                                                  \
  show(#CALL, m, n, l);
      RUN(even, m, n, l)
      RUN(chunks, m, n, l)
      RUN(dynamic, m, n, l)
      RUN(guided, m, n, l)
      RUN(each_row, m, n, l)
      RUN(few_rows, m, n, l)
      // From row 20 on, C is where B was.
      each_row(m, n, l, a, c + 20 * n, c);
      show("overwritten", m, n, l);
      few_rows(m, n, l, a, c + 20 * n, c);
      show("overwritten", m, n, l);
      if (threads == 1) {
        RUN(behind_another, m, n, l)
        RUN(in_steps, m, n, l)
        RUN(in_turn, m, n, l)
      }
      RUN(unsigned_counters, m, n, l)
      RUN(batch, 3, m, n, l)
      forward(3, m, n, l, a, b, c, NULL);
      show("forward", m, n, l);
      forward(3, m, n, l, a, b, c, b);
      show("forward with bias", m, n, l);
      int h = l > 40 ? 20 : l;
      RUN(rows, m, n % 17, h, h + 1, 3)
      RUN(padded_rows, m, n % 17, h, h + 1, 3)
      RUN(padded_pixels, m, n % 17, h, h + 1, 3)
      even_(&m, &n, &l, a, b, c);
      show("Fortran", m, n, l);
    }
  return 0;
}
