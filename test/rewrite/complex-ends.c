//===- complex-ends.c - Both parts of an element are in one tile ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fcx-limited-range \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -w -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes=gemmify -pass-remarks-missed=gemmify -S %t.ll -o %t.odd.ll \
// RUN:   -gemmify-target=odd 2>&1 | FileCheck %s --check-prefix=ODD-CHECK
// RUN: %opt -passes=gemmify -S %t.ll -o - | FileCheck %s
//
//===----------------------------------------------------------------------===//

/// Rows of tiles are parts: C and the sums of several elements are two vectors.
// CHECK-LABEL: define {{.*}} @gemmify.kernel
// CHECK: tile.vector{{.*}}:
// CHECK: [[SUMS:%.*]] = load <[[N:8]] x double>
// CHECK: shufflevector <[[N]] x double> [[SUMS]], {{.*}} <i32 0, i32 2,
// CHECK: shufflevector <[[N]] x double> [[SUMS]], {{.*}} <i32 1, i32 3,
// ODD-CHECK: {{.*}}not rewritten: the real and the imaginary part of an element of the result would be computed in two tiles, and each needs the other one's sum; choose tiles with an even number of rows
void gemm(int n, _Complex double alpha, const _Complex double *restrict a,
          const _Complex double *restrict b, _Complex double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      _Complex double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = alpha * s;
    }
}
