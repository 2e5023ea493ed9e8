//===- huge.c - Matrices of more than 2^31 elements -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{way} =
// DEFINE: %{run} = %clangplugin -O2 -march=native -DNAME=rewritten %{way} \
// DEFINE:   -Rpass=gemmify -c %s -o %t/rewritten.o 2>&1 | FileCheck %s && \
// DEFINE:   %clang -O1 -DMAIN %s %t/plain.o %t/rewritten.o -o %t/run && %t/run
// RUN: mkdir -p %t
// RUN: %clang -O2 -march=native -DNAME=plain -c %s -o %t/plain.o
// RUN: %{run}
// REDEFINE: %{way} = -mllvm -gemmify-strategy=tiling
// RUN: %{run}
// REDEFINE: %{way} = -mllvm -gemmify-strategy=packing
// RUN: %{run}
//
// Rows lie gigabytes apart in mappings of which little is ever touched, upward
// and downward: index arithmetic needs more than 32 bits, for elements and for
// bytes.
//
// CHECK-COUNT-3: remark: matrix product rewritten
//
//===----------------------------------------------------------------------===//

// Not a multiple of 2^32 bytes: for those, clang 22 without the plugin gives
// other results at -O1 than at -O0.
#define ROW ((1l << 30) + 1024)
#define CAT_(A, B) A##_##B
#define CAT(A, B) CAT_(A, B)
#define PRODUCT(N)                                                             \
  void CAT(N, rows)(long, long, long, const float *, long, const float *,      \
                    long, float *, long);                                      \
  void CAT(N, columns)(int, int, int, const double *, long, const double *,    \
                       long, double *, long);                                  \
  void CAT(N, constant)(int, int, int, float (*)[ROW],                    \
                        float (*)[ROW], float (*)[ROW])

#ifdef NAME
PRODUCT(NAME);
void CAT(NAME, rows)(long m, long n, long kk, const float *a, long lda,
                     const float *b, long ldb, float *c, long ldc) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < kk; k++)
        c[i * ldc + j] += a[i * lda + k] * b[k * ldb + j];
}

void CAT(NAME, columns)(int m, int n, int kk, const double *a, long lda,
                        const double *b, long ldb, double *c, long ldc) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < kk; k++)
      for (int i = 0; i < m; i++)
        c[i + j * ldc] -= a[i + k * lda] * b[k + j * ldb];
}

void CAT(NAME, constant)(int m, int n, int kk, float (*a)[ROW],
                         float (*b)[ROW], float (*c)[ROW]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < kk; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
#endif

#ifdef MAIN
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

PRODUCT(plain);
PRODUCT(rewritten);

enum { M = 37, N = 41, K = 33 };
static const size_t row = ROW * sizeof(float); // Bytes.

/// Rows of \p row bytes each, of which only those that are used take memory.
static char *matrix(int rows) {
  char *p = mmap(NULL, row * rows, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    perror("mmap");
    exit(2);
  }
  return p;
}

static void fill(char *p, int rows, int elements, size_t size) {
  static unsigned state = 1;
  for (int r = 0; r < rows; r++)
    for (int e = 0; e < elements; e++) {
      state = state * 1664525 + 1013904223;
      double d = (int)state / 2147483648.0;
      float f = (float)d;
      memcpy(p + r * row + e * size, size == 8 ? (void *)&d : (void *)&f, size);
    }
}

static int differ(const char *x, const char *y, int rows, size_t bytes) {
  int wrong = 0;
  for (int r = 0; r < rows; r++)
    wrong |= memcmp(x + r * row, y + r * row, bytes) != 0;
  return wrong;
}

int main(void) {
  char *a = matrix(48), *b = matrix(48), *x = matrix(48), *y = matrix(48);
  int wrong = 0;
  for (int down = 0; down < 2; down++) {
    const long ld = (down ? -1 : 1) * (long)(row / sizeof(float));
    const long last = down ? (long)row : 0;
    fill(a, 48, 48, sizeof(float));
    fill(b, 48, 48, sizeof(float));
    plain_rows(M, N, K, (float *)(a + last * (M - 1)), ld,
               (float *)(b + last * (K - 1)), ld,
               (float *)(x + last * (M - 1)), ld);
    rewritten_rows(M, N, K, (float *)(a + last * (M - 1)), ld,
                   (float *)(b + last * (K - 1)), ld,
                   (float *)(y + last * (M - 1)), ld);
    wrong |= differ(x, y, M, N * sizeof(float)) << down;
    fill(a, 48, 48, sizeof(double));
    fill(b, 48, 48, sizeof(double));
    plain_columns(M, N, K, (double *)(a + last * (K - 1)), ld / 2,
                  (double *)(b + last * (N - 1)), ld / 2,
                  (double *)(x + last * (N - 1)), ld / 2);
    rewritten_columns(M, N, K, (double *)(a + last * (K - 1)), ld / 2,
                      (double *)(b + last * (N - 1)), ld / 2,
                      (double *)(y + last * (N - 1)), ld / 2);
    wrong |= differ(x, y, N, M * sizeof(double)) << (2 + down);
  }
  fill(a, 48, 48, sizeof(float));
  fill(b, 48, 48, sizeof(float));
  plain_constant(M, N, K, (void *)a, (void *)b, (void *)x);
  rewritten_constant(M, N, K, (void *)a, (void *)b, (void *)y);
  wrong |= differ(x, y, M, N * sizeof(float)) << 4;
  printf("wrong: %x\n", wrong);
  return wrong;
}
#endif
