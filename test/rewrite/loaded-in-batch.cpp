//===- loaded-in-batch.cpp - Sizes that are loaded under a check ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The product has its sizes from before it and skips zeros; a check is around
// it. What stands for the condition of a trial is never asked by another one.
//
// RUN: %clangplugin --driver-mode=g++ --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -fno-strict-aliasing \
// RUN:   -Rpass=gemmify -S -emit-llvm %s -o - 2>&1 | FileCheck %s --implicit-check-not='freeze i1 poison'
// CHECK: remark: matrix product rewritten
// CHECK: call {{.*}}@gemmify.kernel

struct Sizes {
  int Rows, Columns, Depth;
};

void batches(const Sizes &S, int Count, int Limit, const float *A, float **Out,
             const float *B, int M, int N, int K) {
  for (int b = 0; b < Count; b++) {
    if (b >= Limit)
      __builtin_trap();
    float *C = Out[b];
    for (int i = 0; i < M; i++)
      for (int k = 0; k < K; k++) {
        const float a = A[i * S.Depth + k];
        if (a == 0)
          continue;
        for (int j = 0; j < N; j++)
          C[i * S.Columns + j] += a * B[k * S.Columns + j];
      }
  }
}
