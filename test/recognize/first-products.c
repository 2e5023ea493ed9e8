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
//
// What LLVM does not peel keeps a product that a sum begins with from being
// fused with its first step.
//
//===----------------------------------------------------------------------===//

// CHECK: matrix product rewritten: double C(i,j)
// PROFILE: not rewritten: the bound of an inner loop changes
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
