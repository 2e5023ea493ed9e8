//===- other-starts.c - What one counter does, another need not -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: mkdir -p %t
// RUN: %clang -O3 -march=native %s -o %t/plain
// RUN: %clangplugin -O3 -march=native -Rpass=gemmify %s -o %t/rewritten 2>&1 \
// RUN:   | FileCheck %s
// RUN: %t/plain > %t/plain.out
// RUN: %t/rewritten | diff - %t/plain.out
//
// CHECK: remark: matrix product rewritten
//
// A counter that starts at the smaller of two numbers does not wrap, one that
// starts at the larger of them may: the second product reads its rows from
// there, at the end and at the beginning of what an int can count.
//
//===----------------------------------------------------------------------===//

#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>

typedef signed char Byte;
enum { Steps = 8, Size = 40, Around = 1 << 16 };

__attribute__((noinline)) void
products(int steps, int a, int b, long n, const Byte *restrict A,
         const Byte *restrict B, int *restrict C, int *restrict D) {
  int least = a < b ? a : b;
  for (int step = 0; step < steps; step++) {
    int number = least + step;
    if (number != 7)
      for (long j = 0; j < n; j++) {
        int s = 0;
        for (long k = 0; k < n; k++)
          s += B[step * n + k] * B[k * n + j];
        D[step * n + j] = s;
      }
    const Byte *from = A + (int)((unsigned)a + step);
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        int s = 0;
        for (long k = 0; k < n; k++)
          s += from[i * n + k] * B[k * n + j];
        C[(step * n + i) * n + j] = s;
      }
  }
}

int main(void) {
  static Byte B[Size * Size];
  static int C[Steps * Size * Size], D[Steps * Size];
  size_t half = (size_t)INT_MAX + 1 + Around;
  Byte *A = mmap(NULL, 2 * half, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (A == MAP_FAILED)
    return 1;
  A += half;
  for (long x = 0; x < Size * Size; x++) {
    B[x] = x % 13;
    A[INT_MAX - Steps + x] = x % 11;
    A[INT_MIN + x] = x % 7 - 3;
  }
  products(Steps, INT_MAX - 2, 5, Size, A, B, C, D);
  unsigned long sum = 0;
  for (long x = 0; x < Steps * Size * Size; x++)
    sum = 31 * sum + C[x];
  for (long x = 0; x < Steps * Size; x++)
    sum = 31 * sum + D[x];
  printf("%lu\n", sum);
}
