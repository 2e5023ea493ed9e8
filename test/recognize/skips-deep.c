//===- skips-deep.c - A condition computed in very many steps -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86, plain-plugin
// RUN: bash -c "ulimit -s 1024 && %clangplugin -O1 -march=x86-64-v3 -w -Rpass-missed=gemmify -c %s -o %t.o" 2>&1 \
// RUN:   | FileCheck %s
//
// More than MostCode steps are not looked at: a call for each would need more
// than this stack.
//
// CHECK: matrix product not rewritten
//
//===----------------------------------------------------------------------===//

#define X16(S) S S S S S S S S S S S S S S S S
#define STEP x = x + y;

void deep(long M, long N, long K, const double *restrict A,
          const double *restrict B, double *restrict C, double y) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++) {
      double x = A[i * K + k];
      X16(X16(X16(STEP STEP STEP STEP)))
      if (x != 0)
        for (long j = 0; j < N; j++)
          C[i * N + j] += A[i * K + k] * B[k * N + j];
    }
}
