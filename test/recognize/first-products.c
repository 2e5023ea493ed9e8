//===- first-products.c - Products that a sum begins with -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -ffp-contract=fast \
// RUN:   -fno-discard-value-names -emit-llvm -S %s -o %t.ll
// RUN: %opt -passes=gemmify -pass-remarks=gemmify -pass-remarks-missed=gemmify \
// RUN:   -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: sed 's/^\(define.*\) {/\1 !prof !{!"function_entry_count", i64 9} {/' %t.ll > %t.profile.ll
// RUN: %opt -passes=gemmify -pass-remarks=gemmify -pass-remarks-missed=gemmify \
// RUN:   -disable-output %t.profile.ll 2>&1 | FileCheck --check-prefix=PROFILE %s
// RUN: %opt -passes=gemmify -S %t.ll | FileCheck --check-prefix=BLOCK %s
//
// What LLVM does not peel keeps a product that a sum begins with from being
// fused with its first step.
//
//===----------------------------------------------------------------------===//

// CHECK: matrix product rewritten: double C(i,j)
// PROFILE: not rewritten: the nest is triangular, and contraction is left
void rows(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double t = b[j * ldb + i] * a[i * lda + i];
      for (int k = i + 1; k < m; k++)
        t += a[i * lda + k] * b[j * ldb + k];
      b[j * ldb + i] = t;
    }
}

// CHECK: not rewritten
// PROFILE: not rewritten
void first_differs(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double t = b[j * ldb + i] * a[i * lda + i];
      for (int k = i + 1; k < m; k++) {
        int s = k == i + 1 ? 2 : 1;
        t += a[i * lda + k] * b[j * ldb + k] * s;
      }
      b[j * ldb + i] = t;
    }
}

// A loop that is unrolled as a whole leaves sums of a known number of steps.
// CHECK: not rewritten
// PROFILE: not rewritten
void few(int n, const double *a, long lda, double *b, long ldb) {
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < n; j++) {
      double t = b[j * ldb + i] * a[i * lda + i];
      for (int k = i + 1; k < 7; k++)
        t += a[i * lda + k] * b[j * ldb + k];
      b[j * ldb + i] = t;
    }
}

// CHECK: not rewritten
// PROFILE: not rewritten
void told_to_unroll(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int j = 0; j < n; j++)
#pragma clang loop unroll(enable)
    for (int i = 0; i < m; i++) {
      double t = b[j * ldb + i] * a[i * lda + i];
      for (int k = i + 1; k < m; k++)
        t += a[i * lda + k] * b[j * ldb + k];
      b[j * ldb + i] = t;
    }
}

// LLVM makes one product of both, in the block of the sum.
// CHECK: not rewritten
// PROFILE: not rewritten
void either_product(int m, int n, int c, const double *u, const double *p, const double *q, double *b) {
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < k; j++)
      for (int i = 0; i < m; i++)
        b[j * 1024 + i] += u[k * 1024 + j] * b[k * 1024 + i];
    double t;
    if (c)
      t = p[k] * q[k];
    else
      t = q[k] * q[k + 1];
    for (int i = 0; i < m; i++)
      b[k * 1024 + i] += t;
  }
}

// What is decided comes before a product and its sum, which stay together.
// CHECK: matrix product rewritten: double C(i,j)
// PROFILE: matrix product rewritten: double C(i,j)
// BLOCK-LABEL: @divided(
// BLOCK: %gemmify.decided{{.*}} = phi
// BLOCK-NOT: {{^ +br}}
// BLOCK: fmul contract
// BLOCK-NOT: {{^ +br}}
// BLOCK: fsub contract
void divided(int m, int n, int c, const double *u, const double *p, const double *q, double *b) {
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < k; j++)
      for (int i = 0; i < m; i++)
        b[j * 1024 + i] += u[k * 1024 + j] * b[k * 1024 + i];
    double t = q[k];
    if (c)
      t /= q[k + 1];
    for (int i = 0; i < m; i++)
      b[k * 1024 + i] = p[i] * b[k * 1024 + i] - t;
  }
}
