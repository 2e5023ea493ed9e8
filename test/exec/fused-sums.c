//===- fused-sums.c - A matrix times a vector, beside other statements ----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O2 -march=native -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 14
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o -o %t && %t
//
// All arrays lie in one buffer, apart from each other or not: what is written
// and what is returned is compared.
//
//===----------------------------------------------------------------------===//

#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define ARGS(T)                                                                \
  long m, long n, const T *A, const T *B, const T *x, const T *r, T *y, T *z

#ifdef V
#define I for (long i = 0; i < m; i++)
#define K for (long k = 0; k < n; k++)
#define EACH(T)                                                                \
  T CAT(V, CAT(T, residual))(ARGS(T)) {                                        \
    T norm = 0;                                                                \
    I {                                                                        \
      T s = r[i];                                                              \
      K s -= A[i * n + k] * x[k];                                              \
      y[i] = s;                                                                \
      norm += s * s;                                                           \
    }                                                                          \
    return norm;                                                               \
  }                                                                            \
  T CAT(V, CAT(T, both_ways))(ARGS(T)) {                                       \
    I {                                                                        \
      y[i] = 0;                                                                \
      K {                                                                      \
        z[k] += r[i] * A[i * n + k];                                           \
        y[i] += A[i * n + k] * x[k];                                           \
      }                                                                        \
    }                                                                          \
    return 0;                                                                  \
  }                                                                            \
  T CAT(V, CAT(T, both_ways_scalar))(ARGS(T)) {                                \
    I {                                                                        \
      T s = 0;                                                                 \
      K {                                                                      \
        z[k] += r[i] * A[i * n + k];                                           \
        s += A[i * n + k] * x[k];                                              \
      }                                                                        \
      y[i] = s;                                                                \
    }                                                                          \
    return 0;                                                                  \
  }                                                                            \
  T CAT(V, CAT(T, summed))(ARGS(T)) {                                          \
    I {                                                                        \
      T s = 0, t = 0;                                                          \
      K {                                                                      \
        s += A[i * n + k] * x[k];                                              \
        t += B[i * n + k] * x[k];                                              \
      }                                                                        \
      z[i] = s;                                                                \
      y[i] = 3 * s + t;                                                        \
    }                                                                          \
    return 0;                                                                  \
  }                                                                            \
  T CAT(V, CAT(T, two))(ARGS(T)) {                                             \
    I {                                                                        \
      T s = 0, t = r[i];                                                       \
      K {                                                                      \
        s += A[i * n + k] * x[k];                                              \
        t += A[i * n + k] * B[k];                                              \
      }                                                                        \
      y[i] = s;                                                                \
      z[i] = t;                                                                \
    }                                                                          \
    return 0;                                                                  \
  }
EACH(float)
EACH(double)
// What waits for itself would take as long without the product: kept.
float CAT(V, squares)(ARGS(float)) {
  I {
    float s = 0, t = 0;
    K {
      s += A[i * n + k] * x[k];
      t += A[i * n + k] * A[i * n + k];
    }
    y[i] = s;
    z[i] = t;
  }
  return 0;
}
#endif

#ifdef MAIN
#include <stdio.h>
#include <string.h>

enum { Most = 160, Elements = 3 * Most * Most };

#define RUN(T, NAME)                                                           \
  T CAT(plain, NAME)(ARGS(T)), CAT(gemmify, NAME)(ARGS(T));                    \
  static int CAT(test, NAME)(long m, long n, long apart) {                     \
    static T X[Elements], Y[Elements];                                         \
    for (long i = 0; i < Elements; i++)                                        \
      X[i] = Y[i] = (T)((i * 7919 + m * n) % 2003 - 1001) / 797;               \
    const long a = m * n + apart, v = (m > n ? m : n) + apart;                 \
    T p = CAT(plain, NAME)(m, n, X, X + a, X + 2 * a, X + 2 * a + v,           \
                           X + 2 * a + 2 * v, X + 2 * a + 3 * v);              \
    T q = CAT(gemmify, NAME)(m, n, Y, Y + a, Y + 2 * a, Y + 2 * a + v,         \
                             Y + 2 * a + 2 * v, Y + 2 * a + 3 * v);            \
    const int same = !memcmp(X, Y, sizeof(X)) && !memcmp(&p, &q, sizeof(p));   \
    if (!same)                                                                 \
      printf("%s: m %ld, n %ld, apart %ld\n", #NAME, m, n, apart);             \
    return !same;                                                              \
  }
#define RUN_ALL(T)                                                             \
  RUN(T, CAT(T, residual))                                                     \
  RUN(T, CAT(T, both_ways))                                                    \
  RUN(T, CAT(T, both_ways_scalar))                                             \
  RUN(T, CAT(T, summed))                                                       \
  RUN(T, CAT(T, two))
RUN_ALL(float)
RUN_ALL(double)
RUN(float, squares)

int main(void) {
  static int (*const Tests[])(long, long, long) = {
      test_float_residual,          test_float_both_ways,
      test_float_both_ways_scalar,  test_float_summed,
      test_float_two,               test_double_residual,
      test_double_both_ways,        test_double_both_ways_scalar,
      test_double_summed,           test_double_two,
      test_squares};
  static const long Sizes[] = {1, 15, 65, 127, 128, 129, 150};
  int wrong = 0;
  for (unsigned t = 0; t != sizeof(Tests) / sizeof(*Tests); t++)
    for (unsigned a = 0; a != 7; a++)
      for (unsigned b = 0; b != 7; b++)
        for (long apart = -20; apart <= 1; apart += 21)
          if (Sizes[a] * Sizes[b] + apart > 0)
            wrong += Tests[t](Sizes[a], Sizes[b], apart);
  return wrong != 0;
}
#endif
