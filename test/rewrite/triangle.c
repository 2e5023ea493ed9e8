//===- triangle.c - A kernel visits the tiles of a triangle ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -O1 -mllvm -gemmify-target=odd \
// RUN:   -mllvm -gemmify-strategy=packing -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

// Tiles are 3×5. A column may begin anywhere in the buffer and is copied by
// vectors, the last of which may be masked: there is room for one behind it.
// CHECK-LABEL: define internal {{.*}}i1 @gemmify.kernel.
// CHECK: %tile = alloca [18 x float]
//
// C's vectors lie along j: of the columns of a block, those up to its last row.
// CHECK: jc:
// CHECK: ic:
// CHECK: jr:
// CHECK: @llvm.smin.i64
// CHECK: ir:
//
// Of each column of a tile across the border, the rows that exist.
// CHECK: tile.col:
// CHECK: [[END:%.*]] = call i64 @llvm.smin.i64
// CHECK: [[ROWS:%.*]] = call i64 @llvm.smax.i64(i64 [[END]], i64
// CHECK: sub {{.*}}i64 [[ROWS]]
void lower(long n, long p, const float *restrict a, const float *restrict b,
           float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      for (long k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[j * p + k];
}
