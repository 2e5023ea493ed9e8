//===- masked-index.c - Indices of which low bits are known to be zero ----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM extends the index of every other row by a mask that leaves out its
// lowest bit, so that the two rows of a block look different.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o %t.ll %s
// RUN: FileCheck %s --check-prefix=MASK < %t.ll
// RUN: %opt -passes='print<gemmify-nests>' -disable-output %t.ll 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

// MASK: and i64 {{.*}}, 4294967294

// CHECK-LABEL: GEMM nests of 'block':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: C: float at %C + i*((4 * (zext i32 %n to i64))<nuw><nsw>) + j*(4)
// CHECK: must not wrap (unsigned i32): 0 + i*((2 * %n)) + j*(0) + k*(0), i <
// CHECK: if (8 * (zext i32 %n to i64))<nuw><nsw> eq (4 * (zext i32 (2 * %n) to i64))<nuw><nsw>
void block(int m, int n, int p, const float *restrict A,
           const float *restrict B, float *restrict C) {
  for (int i = 0; i + 1 < m; i += 2) {
    int j = 0;
    for (; j + 1 < n; j += 2) {
      float s = 0, t = 0, u = 0, v = 0;
      for (int k = 0; k < p; k++) {
        s += A[i * n + k] * B[k * n + j];
        t += A[i * n + k] * B[k * n + j + 1];
        u += A[(i + 1) * n + k] * B[k * n + j];
        v += A[(i + 1) * n + k] * B[k * n + j + 1];
      }
      C[i * n + j] = s;
      C[i * n + j + 1] = t;
      C[(i + 1) * n + j] = u;
      C[(i + 1) * n + j + 1] = v;
    }
    for (; j < n; j++) {
      float s = 0, u = 0;
      for (int k = 0; k < p; k++) {
        s += A[i * n + k] * B[k * n + j];
        u += A[(i + 1) * n + k] * B[k * n + j];
      }
      C[i * n + j] = s;
      C[(i + 1) * n + j] = u;
    }
  }
}

// A divisor of which only the low bits are four.
// CHECK-LABEL: GEMM nests of 'divided':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A gathered
typedef unsigned long u64;
#define DIVIDED(BY)                                                            \
  for (u64 i = 0; i < m; i++)                                                  \
    for (u64 j = 0; j < n; j++) {                                              \
      float s = 0;                                                             \
      for (u64 k = 0; k < p; k++)                                              \
        s += A[((i * ld << 2) / (BY) & 0x3fffffff) + k] * B[k * n + j];        \
      C[i * n + j] = s;                                                        \
    }
void divided(u64 m, u64 n, u64 p, u64 ld, const float *restrict A,
             const float *restrict B, float *restrict C) {
  DIVIDED((1ul << 33) + 4)
}
// CHECK-LABEL: GEMM nests of 'divided_by_variable':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A gathered
void divided_by_variable(u64 m, u64 n, u64 p, u64 ld, const float *restrict A,
                         const float *restrict B, float *restrict C) {
  DIVIDED((ld << 32) + 4)
}
