//===- bfloats.c - When dot instructions multiply bfloats -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They take denormals for zeros and add in another order: both has to be
// allowed, and products and additions to be fused.
//
// DEFINE: %{x86} = %clangplugin --target=x86_64-linux-gnu -march=cooperlake -O2 -S -o - %s
// DEFINE: %{arm} = %clangplugin --target=aarch64-linux-gnu -march=armv8.6-a -O2 -S -o - %s
// DEFINE: %{free} = -fassociative-math -fno-signed-zeros -fno-trapping-math
// RUN: %{x86} -ffast-math | FileCheck %s --check-prefix=X86
// RUN: %{x86} -ffast-math -fno-finite-math-only | FileCheck %s --check-prefix=X86
// RUN: %{x86} -funsafe-math-optimizations | FileCheck %s --check-prefix=X86
// RUN: %{x86} %{free} -fdenormal-fp-math=preserve-sign | FileCheck %s --check-prefix=X86
// RUN: %{x86} %{free} | FileCheck %s --check-prefix=NONE
// RUN: %{x86} %{free} -fdenormal-fp-math=positive-zero | FileCheck %s --check-prefix=NONE
// RUN: %{x86} -fdenormal-fp-math=preserve-sign | FileCheck %s --check-prefix=NONE
// RUN: %{x86} %{free} -fdenormal-fp-math=preserve-sign -ffp-contract=off | FileCheck %s --check-prefix=NONE
// RUN: %{x86} -ffast-math -march=cascadelake | FileCheck %s --check-prefix=NONE
// RUN: %{arm} -ffast-math | FileCheck %s --check-prefix=ARM
// RUN: %{arm} %{free} | FileCheck %s --check-prefix=NONE
// RUN: %{arm} -ffast-math -march=armv8.2-a | FileCheck %s --check-prefix=NONE
//
// X86: vdpbf16ps
// ARM: bfmmla
// NONE-NOT: {{vdpbf16ps|bfmmla|bfdot}}
// NONE: gemmify.kernel
// NONE-NOT: {{vdpbf16ps|bfmmla|bfdot}}
//
//===----------------------------------------------------------------------===//

void product(long M, long N, long K, const __bf16 *restrict A,
             const __bf16 *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      float Sum = 0;
      for (long k = 0; k < K; k++)
        Sum += (float)A[i * K + k] * (float)B[k * N + j];
      C[i * N + j] = Sum;
    }
}
