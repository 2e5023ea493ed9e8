//===- special-values.c - alpha, beta and rounding modes ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{type} = float
// DEFINE: %{way} =
// DEFINE: %{flags} = -O2 -march=native -DT=%{type}
// DEFINE: %{run} = %clang %{flags} -DNAME=plain -c %s -o %t/plain.o && \
// DEFINE:   %clangplugin %{flags} -DNAME=rewritten %{way} -Rpass=gemmify -c %s \
// DEFINE:     -o %t/rewritten.o 2>&1 | FileCheck %s && \
// DEFINE:   %clang %{flags} -DMAIN %s %t/plain.o %t/rewritten.o -o %t/run -lm && \
// DEFINE:   %t/run
// RUN: mkdir -p %t
// RUN: %{run}
// REDEFINE: %{way} = -mllvm -gemmify-strategy=packing -mllvm -gemmify-kc=8
// RUN: %{run}
// REDEFINE: %{type} = double
// RUN: %{run}
//
// Every pair of ±0, ±1, ±Inf, NaN and a denormal number as alpha and beta, with
// such numbers in the matrices: beta = 0 does not clear a NaN of C, alpha = 0
// does not skip those of A and B. What the program says of rounding modes is
// left alone: the functions that it rewrites are the first three only.
//
// CHECK: remark: matrix product rewritten
// CHECK: remark: matrix product rewritten
// CHECK: remark: matrix product rewritten
// CHECK-NOT: remark:
//
//===----------------------------------------------------------------------===//

#define CAT_(A, B) A##_##B
#define CAT(A, B) CAT_(A, B)
#define FORMS(N)                                                               \
  FORM(N, scaled_c) FORM(N, scaled_sum) FORM(N, scaled_a) FORM(N, upward)
#define FORM(N, F)                                                             \
  void CAT(N, F)(int, int, int, T, T, const T *, const T *, T *);
#define PARAMS                                                                 \
  (int m, int n, int kk, T alpha, T beta, const T *restrict a,                 \
   const T *restrict b, T *restrict c)
#define FOR(V, N) for (int V = 0; V < (N); V++)

#ifdef NAME
FORMS(NAME)
void CAT(NAME, scaled_c) PARAMS {
  FOR(i, m) FOR(j, n) {
    c[i * n + j] *= beta;
    FOR(k, kk) c[i * n + j] += alpha * a[i * kk + k] * b[k * n + j];
  }
}
void CAT(NAME, scaled_sum) PARAMS {
  FOR(i, m) FOR(j, n) {
    T s = 0;
    FOR(k, kk) s += a[i * kk + k] * b[k * n + j];
    c[i * n + j] = alpha * s + beta * c[i * n + j];
  }
}
void CAT(NAME, scaled_a) PARAMS {
  FOR(i, m) FOR(k, kk) {
    T s = alpha * a[i * kk + k] - beta;
    FOR(j, n) c[i * n + j] -= s * b[k * n + j];
  }
}
#pragma STDC FENV_ACCESS ON
void CAT(NAME, upward) PARAMS {
  (void)alpha;
  FOR(i, m) FOR(j, n) {
    T s = beta;
    FOR(k, kk) s += a[i * kk + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}
#endif

#ifdef MAIN
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FORMS(plain)
FORMS(rewritten)
#undef FORM
#define FORM(N, F) {#F, CAT(plain, F), CAT(rewritten, F)},
static const struct {
  const char *name;
  void (*plain)(int, int, int, T, T, const T *, const T *, T *);
  void (*rewritten)(int, int, int, T, T, const T *, const T *, T *);
} forms[] = {FORMS()};

enum { M = 35, N = 33, K = 29 };
static T a[M * K], b[K * N], start[M * N], want[M * N], got[M * N];
static const T tiny = sizeof(T) == 4 ? (T)1e-40 : (T)4e-310;

static void fill(T *x, int count, int share) {
  const T special[] = {0, -(T)0, NAN, INFINITY, -INFINITY, tiny, -tiny, 0};
  for (int i = 0; i < count; i++) {
    unsigned r = (unsigned)rand();
    x[i] = share && r % share == 0 ? special[(r >> 12) % 8]
                                   : (T)rand() / RAND_MAX - (T)0.5;
  }
}

/// Equal bits, or two NaNs.
static int same(void) {
  for (int i = 0; i < M * N; i++)
    if (memcmp(&want[i], &got[i], sizeof(T)) &&
        (want[i] == want[i] || got[i] == got[i]))
      return 0;
  return 1;
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                              FE_TOWARDZERO};
  const T scalars[] = {0, -(T)0, 1, -1, NAN, INFINITY, -INFINITY, tiny};
  int failures = 0;
  for (unsigned form = 0; form < 4; form++)
    for (int share = 0; share <= 400; share += 200)
      for (int s = 0; s < 64; s++)
        for (int mode = 0; mode < (form == 3 ? 4 : 1); mode++) {
          fill(a, M * K, share);
          fill(b, K * N, share);
          fill(start, M * N, share / 20);
          fesetround(modes[mode]);
          memcpy(want, start, sizeof want);
          forms[form].plain(M, N, K, scalars[s / 8], scalars[s % 8], a, b, want);
          memcpy(got, start, sizeof got);
          forms[form].rewritten(M, N, K, scalars[s / 8], scalars[s % 8], a, b,
                                got);
          fesetround(FE_TONEAREST);
          if (!same() && failures++ < 20)
            printf("FAIL %s alpha=%g beta=%g mode %d\n", forms[form].name,
                   (double)scalars[s / 8], (double)scalars[s % 8], mode);
        }
  printf("%d failures\n", failures);
  return failures != 0;
}
#endif
