//===- recovery-deep.c - Numbers computed in very many steps --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// RUN: %clangplugin -O1 -march=x86-64-v3 -Rpass=gemmify -w -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --allow-empty
// RUN: %clangplugin -O1 -march=x86-64-v3 -Rpass=gemmify -w -c %s -o %t.o \
// RUN:   -DSEVERAL 2>&1 | FileCheck %s --check-prefix=SEVERAL
//
// A search for a bound that follows each step by a call of itself would need more
// than the stack.
//
// CHECK-NOT: rewritten
// SEVERAL: matrix product rewritten
//
//===----------------------------------------------------------------------===//

typedef _Complex double Z;
#define X16(S) S S S S S S S S S S S S S S S S
#define STEP x = x + y;

void deep(long M, long N, long K, const Z *restrict A, const Z *restrict B,
          Z *restrict C, const double *restrict X, double y) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++) {
      double x = X[k];
#ifdef SEVERAL
      X16(STEP)
#else
      X16(X16(X16(STEP STEP STEP STEP STEP STEP STEP STEP)))
#endif
      Z t = A[i * K + k];
      __real__ t = x;
      for (long j = 0; j < N; j++)
        C[i * N + j] += t * B[k * N + j];
    }
}
