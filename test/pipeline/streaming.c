//===- streaming.c - Kernels of functions that stream ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel does not stream. The length of its vectors is not that of the
// function's, which does.
//
// RUN: %clangplugin --target=aarch64-linux-gnu -march=armv9-a+sme -O3 \
// RUN:   -msve-streaming-vector-bits=512 -emit-llvm -S %s -o - | FileCheck %s
//
// CHECK: define internal {{.*}}@gemmify.kernel.{{.*}} #[[KERNEL:[0-9]+]]
// CHECK: define {{.*}}@product({{.*}} #[[HOST:[0-9]+]]
// CHECK: attributes #[[KERNEL]] = {
// CHECK-NOT: {{vscale_range|aarch64_pstate}}
// CHECK: attributes #[[HOST]] = {{{.*}}vscale_range(4,4)
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long k, const float *restrict A,
             const float *restrict B, float *restrict C) __arm_streaming {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        C[i * n + j] += A[i * k + p] * B[p * n + j];
}
