//===- tables-of-tables.c - Functions that fill copies are shared ---------===//
//
// Nests that find what they read in the same way have one function for it,
// those whose copies lie in another way have their own, as have those that store
// before or behind what rows say.
//
// RUN: %clangplugin -march=x86-64-v3 -O2 -S -emit-llvm -o - %s \
// RUN:   | grep -c 'define internal .*gemmify.tables.in' | FileCheck %s
//
// CHECK: 4
//
//===----------------------------------------------------------------------===//

#define NEST(NAME, S, T)                                                       \
  void NAME(float *const *const *x, float *const *const *w, float **const *y,  \
            long o, long n, long k, long c, long s, long t) {                  \
    for (long a = 0; a < o; a++)                                               \
      for (long i = 0; i < n; i++)                                             \
        for (long j = 0; j < n; j++) {                                         \
          float r = 0;                                                         \
          for (long b = 0; b < c; b++)                                         \
            for (long u = 0; u < k; u++)                                       \
              r += x[b][j][(S)*i + (T)*u] * w[a][b][u];                        \
          y[a][i][j] = r;                                                      \
        }                                                                      \
  }

NEST(two_steps, s, t)
NEST(two_steps_again, t, s)
NEST(opposite_steps, -s, s)

#define LENGTHS(NAME, FIRST, EACH, LAST)                                       \
  void NAME(float *const *const *x, float *const *const *w,                    \
            const long *const *length, float **const *y, long o, long n,       \
            long c) {                                                          \
    for (long a = 0; a < o; a++)                                               \
      for (long i = 0; i < n; i++)                                             \
        for (long j = 0; j < n; j++) {                                         \
          FIRST;                                                               \
          for (long b = 0; b < c; b++)                                         \
            for (long u = 0; u < length[a][b]; u++)                            \
              EACH += x[b][i][j + u] * w[a][b][u];                             \
          LAST;                                                                \
        }                                                                      \
  }

LENGTHS(stores_each, , y[a][i][j], )
LENGTHS(stores_last, float r = y[a][i][j], r, y[a][i][j] = r)
