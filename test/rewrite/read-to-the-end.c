//===- read-to-the-end.c - Forms that are read once only ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The negative of a counter is a counter, whose negative is the first one. And
// an offset that is made of its own half forty times has 2^40 parts.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -c %s -o /dev/null
//
//===----------------------------------------------------------------------===//

void ascending(unsigned n, unsigned m, const float *A, long lda, const float *B, long ldb, float *C, long ldc) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      for (unsigned k = 0; k < i + 1; k++)
        if (n - k > 1)
          C[j * ldc + k] += B[j * ldb + i] * A[i * lda + k];
}

void narrow(signed char n, signed char m, const float *restrict A, long lda, float *restrict X, long ldx) {
  for (signed char k = 0; k < n; k++)
    for (signed char i = k + 3; i < n; i++)
      for (signed char j = 0; j < m; j++)
        X[i * ldx + j] += A[i * lda + k] * X[k * ldx + j];
}

#define TWICE s = (s + q) * (s + r);
#define EIGHT TWICE TWICE TWICE TWICE TWICE TWICE TWICE TWICE
void folded(long n, long q, long r, const float *restrict A, const float *restrict B, float *restrict C) {
  long s = n + q;
  EIGHT EIGHT EIGHT EIGHT EIGHT
  for (long i = 0; i < n; i++) {
    __builtin_memset(C + s + i * n, 0, n * sizeof(float));
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
  }
}
