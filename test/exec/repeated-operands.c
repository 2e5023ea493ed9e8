//===- repeated-operands.c - Operands that one index does not move --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O2 -march=native %s
// RUN: mkdir -p %t
// RUN: %clang %{flags} -o %t/plain && %t/plain > %t/plain.out
// RUN: %clangplugin -Rpass=gemmify %{flags} -o %t/auto 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %t/auto | diff - %t/plain.out
// RUN: %clangplugin -mllvm -gemmify-strategy=packing %{flags} -o %t/packed
// RUN: %t/packed | diff - %t/plain.out
// RUN: %clangplugin -mllvm -gemmify-strategy=tiling %{flags} -o %t/tiled
// RUN: %t/tiled | diff - %t/plain.out
// REMARK-COUNT-5: remark: matrix product rewritten
//
// Such an element is one that is repeated, not one of several side by side.
// Those lie at the end of a page, behind which nothing can be read.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { Most = 150, Page = 4096 };

#define PRODUCT(NAME, A, B)                                                    \
  __attribute__((noinline)) void NAME(int m, int n, int l, const float *a,     \
                                      const float *b, float *restrict c) {     \
    for (int i = 0; i < m; i++)                                                \
      for (int k = 0; k < l; k++)                                              \
        for (int j = 0; j < n; j++)                                            \
          c[i * n + j] += a[A] * b[B];                                         \
  }
PRODUCT(by_k, k, k * n + j)
PRODUCT(by_i, i, k * n + j)
PRODUCT(by_k_right, i * l + k, k)
PRODUCT(by_j, i * l + k, j)
PRODUCT(together, i + k, k + j)

static void (*const Products[])(int, int, int, const float *, const float *,
                                float *) = {by_k, by_i, by_k_right, by_j,
                                            together};

static char *beforeGuard(void) {
  const size_t Bytes = (Most * Most * sizeof(float) / Page + 1) * Page;
  char *Memory = mmap(0, Bytes + Page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(Memory + Bytes, Page, PROT_NONE);
  return Memory + Bytes;
}

static float *filled(char *End, int Elements) {
  float *First = (float *)End - Elements;
  for (int I = 0; I < Elements; I++)
    First[I] = (I * 37 % 101 - 50) / 8.0f;
  return First;
}

int main(void) {
  static const int Sizes[][3] = {{8, 8, 8},    {17, 33, 9},   {40, 24, 65},
                                 {64, 64, 64}, {97, 101, 70}, {150, 150, 150}};
  static float C[Most * Most];
  char *AEnd = beforeGuard(), *BEnd = beforeGuard();
  for (int Form = 0; Form < 5; Form++)
    for (int S = 0; S < 6; S++) {
      const int M = Sizes[S][0], N = Sizes[S][1], L = Sizes[S][2];
      const int A[] = {L, M, M * L, M * L, M + L - 1};
      const int B[] = {L * N, L * N, L, N, L + N - 1};
      memset(C, 0, sizeof C);
      Products[Form](M, N, L, filled(AEnd, A[Form]), filled(BEnd, B[Form]), C);
      double Sum = 0;
      for (int I = 0; I < M * N; I++)
        Sum = Sum * 0.75 + C[I];
      printf("%d %d %.17g %a %a\n", Form, S, Sum, C[0], C[M * N - 1]);
    }
}
