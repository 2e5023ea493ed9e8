//===- skips.c - Steps that are skipped where an element is zero ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x %if llvm-19 %{22%} %else %{23%}
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o -o %t && %t
//
// Zeros stand at the first, a middle, the last place of an operand, everywhere
// or nowhere. B has infinities, NaN and negative zeros, which a step with a zero
// must not touch; where all steps are skipped, it is inaccessible.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

#define EACH(F)                                                                \
  F(gsl) F(goes_on) F(blas) F(triangle) F(positive) F(scaled) F(either) F(both) F(two_products) \
  F(beta) F(beta_lower) F(beta_upper) F(beta_or_not) F(each_row) \
  F(filled) F(filled_from_one) F(sizes) F(by_reference)
#define ARGS                                                                   \
  (long m, long n, long K, double alpha, double beta, const double *A,         \
   long lda, const double *B, long ldb, double *C, long ldc)
#define INT_ARGS                                                               \
  (int m, int n, int K, double alpha, double beta, const double *A, int lda,   \
   const double *B, int ldb, double *C, int ldc)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(I, N) for (long I = 0; I < N; I++)
#define ROW(T) UP(j, n) C[i * ldc + j] += (T) * B[k * ldb + j];

struct sizes {
  long n;
  double alpha;
};

#ifdef V
void CAT(V, gsl) ARGS {
  UP(k, K) UP(i, m) {
    const double t = alpha * A[i * lda + k];
    if (t != 0.0)
      ROW(t)
  }
}
void CAT(V, goes_on) ARGS {
  UP(i, m) UP(k, K) {
    if (A[i * lda + k] == 0)
      continue;
    ROW(A[i * lda + k])
  }
}
void CAT(V, blas) ARGS {
  UP(i, m) UP(k, K) if (A[i * lda + k] != 0) {
    double t = alpha * A[i * lda + k];
    ROW(t)
  }
}
void CAT(V, triangle) ARGS {
  UP(i, m) UP(k, K) if (A[i * lda + k] != 0) {
    double t = alpha * A[i * lda + k];
    for (long j = 0; j <= i; j++)
      C[i * ldc + j] += t * B[k * ldb + j];
  }
}
void CAT(V, positive) ARGS {
  UP(i, m) UP(k, K) if (A[i * lda + k] > 0) ROW(A[i * lda + k])
}
/// By columns.
void CAT(V, scaled) ARGS {
  UP(k, K) UP(i, m) if (alpha * A[k * lda + i] != 0) ROW(alpha * A[k * lda + i])
}
void CAT(V, either) ARGS {
  UP(i, m) UP(k, K) {
    double a = A[i * lda + k], b = A[(i + m) * lda + k];
    if ((a != 0) | (b != 0))
      ROW(a * b)
  }
}
void CAT(V, both) ARGS {
  UP(i, m) UP(k, K) {
    double a = A[i * lda + k], b = A[(i + m) * lda + k];
    if (a != 0)
      if (b != 0)
        ROW(a + b)
  }
}
void CAT(V, two_products) ARGS {
  UP(i, m) UP(k, K) {
    double a = A[i * lda + k], b = A[(i + m) * lda + k];
    if ((a != 0) | (b != 0))
      for (long j = 0; j <= i; j++) {
        double s = C[i * ldc + j] + alpha * b * B[k * ldb + j];
        C[i * ldc + j] = s + alpha * a * A[k * lda + j];
      }
  }
}
/// C is scaled in one of three ways, row by row.
#define SCALE(EACH)                                                            \
  if (beta == 0)                                                               \
    EACH C[i * ldc + j] = 0;                                                   \
  else if (beta != 1)                                                          \
    EACH C[i * ldc + j] *= beta;
#define ROWS_OF(M, EACH)                                                       \
  UP(i, M) {                                                                   \
    SCALE(EACH)                                                                \
    UP(k, K) if (A[i * lda + k] != 0) {                                        \
      const double t = alpha * A[i * lda + k];                                 \
      EACH C[i * ldc + j] += t * B[k * ldb + j];                               \
    }                                                                          \
  }
void CAT(V, beta) ARGS { ROWS_OF(m, UP(j, n)) }
void CAT(V, beta_lower) ARGS { ROWS_OF(n, UP(j, i + 1)) }
void CAT(V, beta_upper) ARGS { ROWS_OF(n, for (long j = i; j < n; j++)) }
void CAT(V, beta_or_not) ARGS {
  UP(i, m) {
    if (beta != 1)
      UP(j, n) C[i * ldc + j] *= beta;
    UP(k, K) if (A[i * lda + k] != 0) ROW(alpha * A[i * lda + k])
  }
}
/// Something else is written in each row, which may be an element of A.
void CAT(V, each_row) ARGS {
  UP(i, m) {
    C[i * ldc + n] = beta;
    UP(k, K) if (A[i * lda + k] != 0) ROW(alpha * A[i * lda + k])
  }
}
/// Rows are filled with zeros from a counter of 32 bits on.
#define FILLED(FIRST, GOES)                                                    \
  for (int i = FIRST; i GOES n; i++) {                                         \
    for (int j = i; j GOES n; j++)                                             \
      C[i * ldc + j] = 0;                                                      \
    for (int k = FIRST; k GOES K; k++)                                         \
      if (A[i * lda + k] != 0)                                                 \
        for (int j = i; j GOES n; j++)                                         \
          C[i * ldc + j] += alpha * A[i * lda + k] * B[k * ldb + j];           \
  }
void CAT(V, filled) INT_ARGS { FILLED(0, <) }
void CAT(V, filled_from_one) INT_ARGS {
  A -= 1 + lda, B -= 1 + ldb, C -= 1 + ldc;
  FILLED(1, <=)
}
/// What only a step that is not skipped reads.
void CAT(V, sizes) (long m, const struct sizes *s, long K, const double *A, long lda, const double *restrict B, long ldb, double *restrict C, long ldc) {
  UP(k, K) UP(i, m) if (A[i * lda + k] != 0) {
    double t = s->alpha * A[i * lda + k];
    for (long j = 0; j < s->n; j++)
      C[i * ldc + j] += t * B[k * ldb + j];
  }
}
/// The same, and scaled as in beta, through pointers.
void CAT(V, by_reference) (const int *m, const int *n, const int *K, const double *alpha, const double *beta, const double *A, const int *lda, const double *B, const int *ldb, double *C, const int *ldc) {
  if (*m == 0 || *n == 0 || (*K == 0 && *beta == 1))
    return;
  const int a = *lda, b = *ldb, c = *ldc;
  for (int i = 0; i < *m; i++) {
    if (*beta == 0)
      for (int j = 0; j < *n; j++)
        C[i * c + j] = 0;
    else if (*beta != 1)
      for (int j = 0; j < *n; j++)
        C[i * c + j] = *beta * C[i * c + j];
    for (int k = 0; k < *K; k++)
      if (A[i * a + k] != 0) {
        const double t = *alpha * A[i * a + k];
        for (int j = 0; j < *n; j++)
          C[i * c + j] += t * B[k * b + j];
      }
  }
}
#endif

#ifdef MAIN
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DECLARE(NAME) void plain_##NAME ARGS, gemmify_##NAME ARGS;
#define SIZES_ARGS                                                             \
  (long, const struct sizes *, long, const double *, long,                     \
   const double *restrict, long, double *restrict, long)
#define F(NAME) DECLARE(NAME)
F(gsl) F(goes_on) F(blas) F(triangle) F(positive) F(scaled) F(either) F(both) F(two_products)
F(beta) F(beta_lower) F(beta_upper) F(beta_or_not) F(each_row)
#define FILLED(NAME) void plain_##NAME INT_ARGS, gemmify_##NAME INT_ARGS;
FILLED(filled) FILLED(filled_from_one)
void plain_sizes SIZES_ARGS, gemmify_sizes SIZES_ARGS;
#define REFERENCE_ARGS                                                         \
  (const int *, const int *, const int *, const double *, const double *,      \
   const double *, const int *, const double *, const int *, double *, const int *)
void plain_by_reference REFERENCE_ARGS, gemmify_by_reference REFERENCE_ARGS;
#undef F

enum { Most = 60 * 140 };
static double A[Most], B[Most], Before[Most], X[Most], Y[Most];
static unsigned State = 1;
static unsigned draw(void) { return (State = State * 1664525 + 1013904223) >> 8; }

static void *inaccessible(void) {
  return mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

typedef void form ARGS;
static void adapt(void (*F) SIZES_ARGS, long m, long n, long K, double alpha,
                  const double *a, long lda, const double *b, long ldb,
                  double *c, long ldc, int Skips) {
  const struct sizes s = {n, alpha};
  F(m, Skips ? inaccessible() : &s, K, a, lda, b, ldb, c, ldc);
}

static void refer(void (*F) REFERENCE_ARGS, int m, int n, int K, double alpha,
                  double beta, const double *a, int ld, const double *b,
                  double *c, int Skips) {
  F(&m, &n, &K, Skips ? inaccessible() : &alpha, &beta, a, &ld, b, &ld, c, &ld);
}

static int check(const char *Name, const char *Case, int m, int n, int K) {
  int At = 0;
  while (At < Most && (!memcmp(X + At, Y + At, sizeof *X) || (X[At] != X[At] && Y[At] != Y[At])))
    At++;
  if (At == Most)
    return 0;
  printf("%s differs: %s, %dx%dx%d\n", Name, Case, m, n, K);
  return 1;
}

int main(void) {
  const int Sizes[][3] = {{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {1, 1, 1}, {3, 5, 7},
                          {16, 16, 16}, {17, 33, 19}, {40, 41, 37}, {48, 48, 60}};
  const char *Cases[] = {"none", "first", "middle", "last", "all", "minus zero", "NaN", "row"};
  int Bad = 0;
  for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; S++)
    for (unsigned Case = 0; Case < 8; Case++) {
      const int m = Sizes[S][0], n = Sizes[S][1], K = Sizes[S][2];
      const int ld = 62;
      for (int At = 0; At < Most; At++) {
        A[At] = 0.5 + draw() % 1000;
        B[At] = draw() % 7 ? draw() % 1000 - 500.0 : (double[]){INFINITY, NAN, -0.0}[draw() % 3];
        Before[At] = draw() % 5 ? draw() % 100 : -0.0;
      }
      const int Row[] = {0, 0, m / 2, m - 1, 0, m / 3, m / 4, 2}, Step[] = {0, 0, K / 2, K - 1, 0, K / 3, K / 4, 0};
      for (int At = 0; At < Most; At++) {
        const int r = At / ld, c = At % ld;
        const int IsHere = (r == Row[Case] && c == Step[Case]) ||
                           (r == Step[Case] && c == Row[Case]) || (r == Row[Case] + m && c == Step[Case]);
        if (Case == 4 || (Case == 7 ? r == Row[Case] : Case && IsHere))
          A[At] = Case == 5 ? -0.0 : Case == 6 ? NAN : 0;
      }
      const double *b = Case == 4 ? inaccessible() : B;
      const double alpha = draw() % 2 ? 1 : -0.75;
      const double beta = (double[]){0, 1, -0.0, 0.5}[(S + Case) % 4];
#define RUN(NAME)                                                              \
  memcpy(X, Before, sizeof X), memcpy(Y, Before, sizeof Y);                    \
  if (m <= n || (strcmp(#NAME, "triangle") && strcmp(#NAME, "two_products"))) {                                   \
    plain_##NAME(m, n, K, alpha, beta, A, ld, b, ld, X, ld);                         \
    gemmify_##NAME(m, n, K, alpha, beta, A, ld, b, ld, Y, ld);                       \
    Bad += check(#NAME, Cases[Case], m, n, K);                                 \
  }
      RUN(gsl) RUN(goes_on) RUN(blas) RUN(triangle) RUN(positive) RUN(scaled) RUN(either) RUN(both) RUN(two_products)
      RUN(beta) RUN(beta_lower) RUN(beta_upper) RUN(beta_or_not) RUN(each_row)
      RUN(filled) RUN(filled_from_one)
      memcpy(X, Before, sizeof X), memcpy(Y, Before, sizeof Y);
      adapt(plain_sizes, m, n, K, alpha, A, ld, b, ld, X, ld, Case == 4);
      adapt(gemmify_sizes, m, n, K, alpha, A, ld, b, ld, Y, ld, Case == 4);
      Bad += check("sizes", Cases[Case], m, n, K);
      memcpy(X, Before, sizeof X), memcpy(Y, Before, sizeof Y);
      refer(plain_by_reference, m, n, K, alpha, beta, A, ld, b, X, Case == 4);
      refer(gemmify_by_reference, m, n, K, alpha, beta, A, ld, b, Y, Case == 4);
      Bad += check("by_reference", Cases[Case], m, n, K);
      // What each row begins with is its first step's element.
      static double Large[Most];
      for (int Rows = 1; Rows != 3; Rows++) {
        for (int At = 0; At < Most; At++) {
          X[At] = Y[At] = 1 + draw() % 50;
          Large[At] = At < ld ? INFINITY : 1;
        }
        plain_each_row(Rows, 60, 130, 1, beta, X + 60, ld, Large, ld, X, ld);
        gemmify_each_row(Rows, 60, 130, 1, beta, Y + 60, ld, Large, ld, Y, ld);
        Bad += check("each_row beside", Cases[Case], Rows, 60, 130);
      }
      // Its alpha and beta are elements of C, too.
      const int Odd = n / 2 + ld * (m / 2);
      plain_by_reference(&m, &n, &K, X + Odd, X + Odd + Case % 2, A, &ld, b, &ld, X, &ld);
      gemmify_by_reference(&m, &n, &K, Y + Odd, Y + Odd + Case % 2, A, &ld, b, &ld, Y, &ld);
      Bad += check("by_reference of C", Cases[Case], m, n, K);
      // C is A, of which no element is zero until sums are.
#define ALIASED(NAME)                                                          \
  for (int At = 0; At < Most; At++) {                                          \
    X[At] = Y[At] = draw() % 2 ? 1 : -1;                                       \
    B[At] = draw() % 50 ? X[At] : INFINITY;                                    \
  }                                                                            \
  plain_##NAME(m, n, K, -1, beta, X, ld, Case % 2 ? X : B, ld, X + (Case / 2), ld);  \
  gemmify_##NAME(m, n, K, -1, beta, Y, ld, Case % 2 ? Y : B, ld, Y + (Case / 2), ld); \
  Bad += check(#NAME " in place", Cases[Case], m, n, K);
      ALIASED(gsl) ALIASED(goes_on) ALIASED(blas) ALIASED(scaled) ALIASED(both)
      ALIASED(beta) ALIASED(beta_lower) ALIASED(beta_upper) ALIASED(beta_or_not) ALIASED(each_row)
    }
  return Bad != 0;
}
#endif
