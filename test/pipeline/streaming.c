//===- streaming.c - Kernels of functions that stream ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel does not stream, and a call that leaves streaming mode, or that finds
// something in ZA, needs routines of the runtime library, without which the
// function links: such functions keep their loops.
//
// DEFINE: %{mode} =
// DEFINE: %{see} = %clangplugin --target=aarch64-linux-gnu -march=armv9-a+sme2 \
// DEFINE:   -O3 -Rpass=gemmify -Rpass-missed=gemmify '-DMODE=%{mode}' %s -emit-llvm \
// DEFINE:   -S -o - 2>&1 | FileCheck %s --implicit-check-not=@gemmify.
// REDEFINE: %{mode} = __arm_streaming
// RUN: %{see}
// REDEFINE: %{mode} = __arm_streaming_compatible
// RUN: %{see}
// REDEFINE: %{mode} = __arm_inout("za")
// RUN: %{see}
// REDEFINE: %{mode} = __arm_preserves("zt0")
// RUN: %{see}
// REDEFINE: %{mode} = __arm_agnostic("sme_za_state")
// RUN: %{see}
//
// CHECK: streaming.c:[[@LINE+9]]:{{.*}}: remark: matrix product not rewritten: calls from a function that streams or has ZA need the support routines of SME's ABI; move the loops to a function without SME's attributes
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long k, const float *restrict A,
             const float *restrict B, float *restrict C) MODE {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        C[i * n + j] += A[i * k + p] * B[p * n + j];
}
