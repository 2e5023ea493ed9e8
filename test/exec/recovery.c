//===- recovery.c - Complex products that recover from NaN ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w %s -c
// DEFINE: %{products} = grep -c 'matrix product rewritten' | grep -x 22
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 | %{products}
// RUN: %clang -O1 -DMAIN -w %s %t.plain.o %t.gemmify.o -lm -o %t && %t
// RUN: %clang %{flags} -DR=float -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DR=float -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 | %{products}
// RUN: %clang -O1 -DR=float -DMAIN -w %s %t.plain.o %t.gemmify.o -lm -o %t && %t
//
// Infinities, NaN and numbers whose products overflow stand at the first, a
// middle or the last place of an operand, or in another part of its array, where
// they do not matter. Elements that the source does not read are inaccessible.
//
//===----------------------------------------------------------------------===//

#ifndef R
#define R double
#endif
typedef _Complex R T;

#define EACH(F)                                                                \
  F(sum) F(added) F(middle) F(outer) F(conjugated) F(transposed) F(columns)    \
  F(scaled) F(real_scaled) F(overlap) F(negated) F(weighted) F(descending) \
  F(neighbors) F(ended) F(started) F(beta) F(biased) \
  F(split) F(split_rows)
#define ARGS                                                                   \
  (int m, int n, int K, T alpha, const T *A, long lda, const T *B, long ldb,   \
   T *C, long ldc)
#define RESTRICT                                                               \
  (int m, int n, int K, T alpha, const T *restrict A, long lda,                \
   const T *restrict B, long ldb, T *restrict C, long ldc)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(I, N) for (int I = 0; I < N; I++)

#ifdef V
void CAT(V, sum) RESTRICT {
  UP(i, m) UP(j, n) {
    T s = 0;
    UP(k, K) s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = s;
  }
}
void CAT(V, added) RESTRICT {
  UP(i, m) UP(j, n) UP(k, K) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
void CAT(V, middle) RESTRICT {
  UP(i, m) UP(k, K) UP(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
void CAT(V, outer) RESTRICT {
  UP(k, K) UP(i, m) UP(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
void CAT(V, conjugated) RESTRICT {
  UP(i, m) UP(k, K) UP(j, n) C[i * ldc + j] += ~A[i * lda + k] * B[k * ldb + j];
}
/// Both operands by columns.
void CAT(V, transposed) RESTRICT {
  UP(i, m) UP(j, n) {
    T s = 0;
    UP(k, K) s += A[k * lda + i] * B[j * ldb + k];
    C[i * ldc + j] = s;
  }
}
void CAT(V, columns) RESTRICT {
  UP(j, n) UP(k, K) UP(i, m) C[i + j * ldc] += A[i + k * lda] * B[k + j * ldb];
}
void CAT(V, scaled) RESTRICT {
  UP(i, m) UP(k, K) {
    const T t = alpha * A[i * lda + k];
    UP(j, n) C[i * ldc + j] += t * B[k * ldb + j];
  }
}
/// A real factor needs no recovery.
void CAT(V, real_scaled) RESTRICT {
  const R by = __real__ alpha;
  UP(i, m) UP(k, K) {
    const T t = by * A[i * lda + k];
    UP(j, n) C[i * ldc + j] += t * B[k * ldb + j];
  }
}
void CAT(V, overlap) ARGS {
  UP(i, m) UP(k, K) UP(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
/// By a line, which is compared as well.
void CAT(V, weighted) RESTRICT {
  UP(i, m) UP(k, K) {
    const T t = A[i * lda + k] * B[k];
    UP(j, n) C[i * ldc + j] += t * B[k * ldb + j];
  }
}
/// Of three elements next to each other, the last is read first.
void CAT(V, neighbors) RESTRICT {
  const struct three { R im, re, by; } *From = (const struct three *)A;
  UP(i, m) UP(k, K) {
    const struct three *At = &From[i * (lda / 2) + k];
    T t;
    __real__ t = At->by * At->re, __imag__ t = At->by * At->im;
    UP(j, n) C[i * ldc + j] += t * B[k * ldb + j];
  }
}
/// Real and imaginary parts in arrays of their own are two products.
#define SPLIT(NAME, ...)                                                       \
  static __attribute__((noinline)) void CAT(V, NAME##_parts)(                  \
      int m, int n, int K, const R *restrict Ar, const R *restrict Ai,         \
      const R *restrict Br, const R *restrict Bi, R *restrict Cr,              \
      R *restrict Ci) {                                                        \
    __VA_ARGS__                                                                \
  }                                                                            \
  void CAT(V, NAME) RESTRICT {                                                 \
    const long At = 40 * 40;                                                   \
    const R *a = (const R *)A, *b = (const R *)B;                              \
    CAT(V, NAME##_parts)(m, n, K, a, a + At, b, b + At, (R *)C, (R *)C + At);  \
  }
SPLIT(split, UP(i, m) UP(j, n) {
  R re = 0, im = 0;
  UP(k, K) {
    const R a = Ar[i * 40 + k], b = Ai[i * 40 + k], c = Br[k * 40 + j], d = Bi[k * 40 + j];
    re += a * c - b * d;
    im += a * d + b * c;
  }
  Cr[i * 40 + j] = re;
  Ci[i * 40 + j] = im;
})
SPLIT(split_rows, UP(i, m) UP(k, K) UP(j, n) {
  const R a = Ar[i * 40 + k], b = Ai[i * 40 + k], c = Br[k * 40 + j], d = Bi[k * 40 + j];
  Cr[i * 40 + j] += a * c - b * d;
  Ci[i * 40 + j] += b * c + a * d;
})
void CAT(V, descending) RESTRICT {
  for (int i = m - 1; i >= 0; i--)
    UP(j, n) {
      T s = 0;
      for (int k = K - 1; k >= 0; k--)
        s += A[i * lda + k] * B[j * ldb + k];
      C[i * ldc + j] = s;
    }
}
/// What becomes of a sum is a product, too.
void CAT(V, ended) RESTRICT {
  UP(i, m) UP(j, n) {
    T s = 0;
    UP(k, K) s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = alpha * s + C[i * ldc + j];
  }
}
void CAT(V, beta) RESTRICT {
  UP(i, m) UP(j, n) {
    T s = 0;
    UP(k, K) s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = s + alpha * C[i * ldc + j];
  }
}
/// Starts from a row, is weighted by a column.
void CAT(V, biased) RESTRICT {
  UP(i, m) UP(j, n) {
    T s = B[j];
    UP(k, K) s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = A[i * lda] * s;
  }
}
void CAT(V, started) RESTRICT {
  UP(i, m) {
    UP(j, n) C[i * ldc + j] *= alpha;
    UP(k, K) UP(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
  }
}
void CAT(V, negated) RESTRICT {
  UP(i, m) UP(k, K) UP(j, n) C[i * ldc + j] -= A[i * lda + k] * B[k * ldb + j];
}
#endif

#ifdef MAIN
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define F(NAME) void plain_##NAME ARGS, gemmify_##NAME ARGS;
EACH(F)
#undef F

static unsigned State = 1;
static unsigned draw(void) { return (State = State * 1664525 + 1013904223) >> 8; }
/// Memory for Count elements that ends at a page that cannot be read.
static T *guarded(long Count) {
  const long Page = sysconf(_SC_PAGESIZE);
  const long Size = (Count * sizeof(T) + Page - 1) / Page * Page;
  char *At = mmap(NULL, Size + Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(At + Size, Page, PROT_NONE);
  return (T *)(At + Size) - Count;
}

enum { Most = 40 * 44 };
static T *A, *B, *Before, *X, *Y;

static R part(void) {
  return draw() % 9 ? (R)(draw() % 1000) / 7 - 70 : draw() % 2 ? -0.0 : 0.0;
}
static void fill(T *Into) {
  for (int At = 0; At < Most; At++) {
    R *Parts = (R *)(Into + At);
    Parts[0] = part(), Parts[1] = part();
  }
}
static int check(const char *Name, int Case, int m, int n, int K) {
  const R *x = (R *)X, *y = (R *)Y;
  for (int At = 0; At < 2 * Most; At++)
    if (memcmp(x + At, y + At, sizeof *x) && (x[At] == x[At] || y[At] == y[At])) {
      printf("%s differs at %d: case %d, %dx%dx%d: %g, not %g\n", Name, At, Case, m, n, K, y[At], x[At]);
      return 1;
    }
  return 0;
}
typedef void form ARGS;

int main(void) {
  const R Max = sizeof(R) == 4 ? FLT_MAX : DBL_MAX;
  const R Large[] = {INFINITY, -INFINITY, NAN, Max, -Max, Max / 4, -sqrt(Max), (R)sqrt(sqrt(Max))};
  const int Sizes[][3] = {{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {1, 1, 1}, {3, 5, 7}, {8, 8, 8},
                          {16, 16, 16}, {17, 31, 19}, {33, 9, 37}, {40, 40, 40}};
  int Bad = 0;
  A = guarded(Most), B = guarded(Most), Before = guarded(Most), X = guarded(Most), Y = guarded(Most);
#define F(NAME) {plain_##NAME, gemmify_##NAME, #NAME},
  const struct { form *Plain, *Gemmify; const char *Name; } Forms[] = {EACH(F)};
#undef F
  for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; S++)
    for (int Case = 0; Case < 12; Case++)
      for (unsigned Form = 0; Form < sizeof Forms / sizeof *Forms; Form++) {
        const int m = Sizes[S][0], n = Sizes[S][1], K = Sizes[S][2], ld = 41;
        fill(A), fill(B), fill(Before);
        T alpha = 0;
        ((R *)&alpha)[0] = part(), ((R *)&alpha)[1] = part();
        // Several make products of which both parts are NaN.
        for (int Times = 0; Case && Times < (Case == 1 ? 1 : 4); Times++) {
          T *In = draw() % 2 ? A : B;
          const int Rows = m < K ? m : K, Cols = n < K ? n : K;
          const int Row = Case < 4 ? 0 : Case < 6 ? (Rows > 1 ? Rows - 1 : 0) : draw() % 40,
                    Col = Case < 4 ? 0 : Case < 6 ? (Cols > 1 ? Cols - 1 : 0) : draw() % 40;
          R *Parts = (R *)(In + Row * ld + Col);
          Parts[draw() % 2] = Large[draw() % 8];
          if (draw() % 2)
            Parts[draw() % 2] = Large[draw() % 8];
        }
        if (Case == 10)
          ((R *)&alpha)[draw() % 2] = Large[draw() % 8];
        if (Case == 11)
          ((R *)Before)[draw() % Most] = Large[draw() % 8];
        memcpy(X, Before, Most * sizeof *X), memcpy(Y, Before, Most * sizeof *Y);
        // Rows end where the arrays do.
        const int Last = Most - 39 * ld - 40;
        Forms[Form].Plain(m, n, K, alpha, A + Last, ld, B + Last, ld, X + Last, ld);
        Forms[Form].Gemmify(m, n, K, alpha, A + Last, ld, B + Last, ld, Y + Last, ld);
        Bad += check(Forms[Form].Name, Case, m, n, K);
        if (strcmp(Forms[Form].Name, "overlap"))
          continue;
        fill(X);
        ((R *)X)[draw() % Most] = Case ? Large[Case % 8] : 1;
        memcpy(Y, X, Most * sizeof *X);
        Forms[Form].Plain(m, n, K, alpha, X, ld, Case % 2 ? X : B, ld, X + Case / 2, ld);
        Forms[Form].Gemmify(m, n, K, alpha, Y, ld, Case % 2 ? Y : B, ld, Y + Case / 2, ld);
        Bad += check("in place", Case, m, n, K);
      }
  return Bad != 0;
}
#endif
