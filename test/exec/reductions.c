//===- reductions.c - Pragmas that let the vectorizer reorder a sum -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products add in the order of k all the same. What the pragma does to the plain
// build is seen as well: without it this test would say nothing.
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O3 -march=x86-64-v3 -ffp-contract=off -fopenmp-simd
// RUN: %clangplugin %{flags} -Rpass=gemmify %s -o %t 2>&1 | FileCheck %s
// RUN: %t > %t.kernels && FileCheck --check-prefix=ORDERED %s < %t.kernels
// RUN: %clang %{flags} %s -o %t && %t | FileCheck --check-prefix=PLAIN %s
//
// CHECK-COUNT-4: matrix product rewritten: {{.*}}, in source order,
// CHECK-NOT: rewritten
// ORDERED-COUNT-4: as in the order of k
// PLAIN-COUNT-4: in another order
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <string.h>

enum { N = 61 };
static float A[N][N], B[N][N], Old[N][N], C[N][N], Expected[N][N];

typedef void Product(int n, const float *restrict A, const float *restrict B,
                     float *restrict C);

#define OMP _Pragma("omp simd reduction(+ : s)")
#define CLANG _Pragma("clang loop vectorize(enable)")
#define PRODUCT(NAME, START, PRAGMA, B_, END)                                  \
  __attribute__((noinline)) static void NAME(                                  \
      int n, const float *restrict A, const float *restrict B,                 \
      float *restrict C) {                                                     \
    for (int i = 0; i < n; i++)                                                \
      for (int j = 0; j < n; j++) {                                            \
        float s = START;                                                       \
        PRAGMA                                                                 \
        for (int k = 0; k < n; k++)                                            \
          s += A[i * n + k] * B_;                                              \
        C[i * n + j] = END;                                                    \
      }                                                                        \
  }
PRODUCT(omp, 0, OMP, B[k * n + j], s)
PRODUCT(omp_from_c, C[i * n + j], OMP, B[k * n + j], s)
PRODUCT(omp_columns, 0, OMP, B[j * n + k], s + C[i * n + j])
PRODUCT(clang, C[i * n + j], CLANG, B[k * n + j], s)

/// What the source says, step by step.
static void expect(int Columns, int FromC, int PlusC) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      volatile float s = FromC ? Old[i][j] : 0;
      for (int k = 0; k < N; k++)
        s += A[i][k] * (Columns ? B[j][k] : B[k][j]);
      Expected[i][j] = PlusC ? s + Old[i][j] : s;
    }
}

static void run(const char *Name, Product *P) {
  memcpy(C, Old, sizeof C);
  P(N, &A[0][0], &B[0][0], &C[0][0]);
  printf("%s: %s\n", Name,
         memcmp(C, Expected, sizeof C) ? "in another order"
                                       : "as in the order of k");
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = 1 + (i * 61 + j * 7 % 101) / 31.0f;
      B[i][j] = (i * 5 + j * 11) % 97 / 13.0f - 1.5f;
      Old[i][j] = (i * 3 + j) % 13 / 7.0f;
    }
  expect(0, 0, 0);
  run("omp", omp);
  // The pragma's own sum begins with zero and is added to what was there.
  expect(0, 0, 1);
  run("omp_from_c", omp_from_c);
  expect(1, 0, 1);
  run("omp_columns", omp_columns);
  expect(0, 1, 0);
  run("clang", clang);
}
