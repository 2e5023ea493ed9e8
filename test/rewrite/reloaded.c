//===- reloaded.c - Bounds that are loaded one after the other ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-strict-aliasing -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='gemmify,verify' -S \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

// The second bound is loaded where the first says that the source loads it.
// CHECK-LABEL: define {{.*}}@bounds(
// CHECK: load i64, ptr %n,
// CHECK-NOT: load
// CHECK: icmp sgt i64 %{{.*}}, 0
// CHECK-NOT: load
// CHECK: br i1 %{{.*}}, label %gemmify.fixed, label %gemmify.original
// CHECK: gemmify.fixed:
// CHECK-NEXT: %[[K:.*]] = load i64, ptr %k,
// CHECK-NEXT: icmp sgt i64 %[[K]], 0
// CHECK: br i1 %{{.*}}, label %gemmify.fixed{{.*}}, label %gemmify.original
// CHECK: call i1 @gemmify.kernel
void bounds(long M, const long *n, const long *k, const float *A,
            const float *B, float *C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < *n; j++) {
      float s = 0;
      for (long l = 0; l < *k; l++)
        s += A[i * 100 + l] * B[l * 100 + j];
      C[i * 100 + j] = s;
    }
}
