//===- never-fused.c - Flags that leave no choice -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor without a fused multiply-add fuses nothing, whatever flags allow:
// nests are rewritten whose products would be fused by the shape of the code.
// Code for no processor by name may be compiled for one that has it. What is
// kept has its flags again, and a function with nothing to rewrite is as it
// was.
//
// DEFINE: %{cpu} = x86-64
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=%{cpu} -ffp-contract=fast %s
// DEFINE: %{see} = %clangplugin %{flags} -O3 -Rpass=gemmify -Rpass-missed=gemmify
// RUN: %{see} -c -o /dev/null 2>&1 | FileCheck %s
// RUN: %{see} -S -emit-llvm -o - 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: %clang %{flags} -O3 -DNOTHING -S -emit-llvm -o %t.plain.ll
// RUN: %clangplugin %{flags} -O3 -DNOTHING -S -emit-llvm -o %t.ll
// RUN: cmp %t.plain.ll %t.ll
// RUN: %clang %{flags} -O1 -S -emit-llvm -o %t.o1.ll
// RUN: %opt -passes=gemmify -S %t.o1.ll -o - | FileCheck %s --check-prefix=NAMED
// RUN: sed 's/"target-cpu"="[^"]*"//' %t.o1.ll > %t.any.ll
// RUN: %opt -passes=gemmify -S %t.any.ll -o - | FileCheck %s --check-prefix=ANY
// REDEFINE: %{cpu} = x86-64-v3
// RUN: %{see} -c -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUSES
//
//===----------------------------------------------------------------------===//

#ifndef NOTHING
// CHECK: remark: matrix product rewritten: {{.*}}, not fused;
// FUSES-NOT: remark: matrix product rewritten
// FUSES: remark: matrix product not rewritten: each step adds several products
// FLAGS-LABEL: define {{.*}} @parts(
// FLAGS: fmul contract {{.*}}float
// NAMED-LABEL: define {{.*}} @parts(
// NAMED: call {{.*}} @gemmify.
// NAMED-NOT: gemmify-unfused
// ANY-LABEL: define {{.*}} @parts(
// ANY-NOT: call {{.*}} @gemmify.
void parts(long n, const float *A, const float *B, float *C) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float re = 0, im = 0;
      for (long k = 0; k < n; k++) {
        float ar = A[2 * (i * n + k)], ai = A[2 * (i * n + k) + 1];
        float br = B[2 * (k * n + j)], bi = B[2 * (k * n + j) + 1];
        re += ar * br - ai * bi;
        im += ar * bi + ai * br;
      }
      C[2 * (i * n + j)] = re;
      C[2 * (i * n + j) + 1] = im;
    }
}
#else
void nothing(long n, float *restrict x, const float *restrict y) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      x[j] = x[j] * y[i] + y[j] * x[i];
}
#endif
