//===- reloaded.c - Sizes that a store might change -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-strict-aliasing -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

struct matrix {
  float *data;
  long rows, cols, pitch;
};
#define AT(X, R, C) X->data[(R) * X->pitch + (C)]

// CHECK-LABEL: GEMM nests of 'scalar':
// CHECK: m = (1 smax %[[M:.*]]), n = (1 smax %[[N:.*]]), k =
// CHECK-DAG: fixed: %[[N]], i64 at (16 + %C)
// CHECK-DAG: fixed: %[[MLATER:.*]], i64 at (8 + %C)
// CHECK: if %[[M]] eq %[[MLATER]]
// CHECK: if %{{.*}} eq %[[N]]
// CHECK: C must be apart from i64 at (16 + %C)
// CHECK: C must be apart from i64 at (8 + %C)
void scalar(const struct matrix *A, const struct matrix *B, struct matrix *C) {
  for (long i = 0; i < C->rows; i++)
    for (long j = 0; j < C->cols; j++) {
      float s = 0;
      for (long k = 0; k < A->cols; k++)
        s += AT(A, i, k) * AT(B, k, j);
      AT(C, i, j) = s;
    }
}

// CHECK-LABEL: GEMM nests of 'memory':
// CHECK: m = (1 smax %{{.*}}), n = (1 smax %{{.*}}), k = (1 smax %
// CHECK-COUNT-2: guard: %{{.*}} sgt 0
// CHECK-COUNT-3: if %{{.*}} eq %
// CHECK: C must be apart from i64 at (8 + %C)
void memory(const struct matrix *A, const struct matrix *B, struct matrix *C) {
  for (long i = 0; i < C->rows; i++)
    for (long j = 0; j < C->cols; j++)
      for (long k = 0; k < A->cols; k++)
        AT(C, i, j) += AT(A, i, k) * AT(B, k, j);
}
