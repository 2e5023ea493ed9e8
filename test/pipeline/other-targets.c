//===- other-targets.c - Targets without a row of their own ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of RISC-V have a length that is a multiple of a constant, too: they
// are not asked whether they are SVE's.
//
// DEFINE: %{see} = %clangplugin -O3 -Rpass=gemmify -S %s -o - 2>&1
// RUN: %{see} --target=riscv64-linux-gnu -march=rv64gcv | FileCheck %s
// RUN: %{see} --target=s390x-linux-gnu -march=z16 | FileCheck %s
//
// CHECK: remark: matrix product rewritten: float C(i,j)
// CHECK: gemmify.kernel.{{[0-9a-f]+}}:
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long k, const float *restrict a, long lda,
             const float *restrict b, long ldb, float *restrict c, long ldc) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        c[i * ldc + j] += a[i * lda + p] * b[p * ldb + j];
}
