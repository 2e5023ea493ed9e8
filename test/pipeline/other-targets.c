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
// DEFINE: %{for} =
// DEFINE: %{of} = float
// DEFINE: %{see} = %clangplugin -O3 -w %{for} -DTYPE=%{of} -Rpass=gemmify \
// DEFINE:   -Rpass-missed=gemmify -S %s -o - 2>&1 | FileCheck %s
// DEFINE: %{rewritten} = %{see} --check-prefix=REWRITTEN
// REDEFINE: %{for} = --target=aarch64_be-linux-gnu
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=powerpc64-linux-gnu
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=riscv64-linux-gnu
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=riscv64-linux-gnu -march=rv64gcv
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=s390x-linux-gnu
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=s390x-linux-gnu -march=z16
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=loongarch64-linux-gnu
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=mips64-linux-gnuabi64
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=mips64el-linux-gnuabi64 -march=mips64r5 -mmsa
// RUN: %{rewritten}
// REDEFINE: %{for} = --target=sparcv9-linux-gnu
// RUN: %{rewritten}
// REDEFINE: %{of} = int
// REDEFINE: %{for} = --target=riscv64-linux-gnu -march=rv64imac -mabi=lp64
// RUN: %{rewritten}
//
// REWRITTEN: remark: matrix product rewritten: {{float|int32}} C(i,j)
// REWRITTEN: gemmify.kernel.{{[0-9a-f]+}}:
//
// Where Windows asks for the length of functions, loops are not aligned.
//
// RUN: %clangplugin -O3 --target=aarch64-windows-msvc -DTYPE=float \
// RUN:   -Rpass=gemmify -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OBJECT
//
// OBJECT: matrix product rewritten
// OBJECT-NOT: error
//
// Code for others is generated as without the plugin.
//
// REDEFINE: %{of} = float
// REDEFINE: %{for} = --target=amdgcn-amd-amdhsa -mcpu=gfx90a -nogpulib
// RUN: %{see}
// REDEFINE: %{for} = --target=nvptx64-nvidia-cuda -nogpulib
// RUN: %{see}
// REDEFINE: %{for} = --target=spirv64
// RUN: %{see}
// REDEFINE: %{for} = --target=ve-linux-gnu
// RUN: %{see}
// REDEFINE: %{for} = --target=wasm64
// RUN: %{see}
//
// CHECK: remark: matrix product not rewritten: no products are rewritten for this target
// CHECK-NOT: gemmify.
//
// Pointers of 32 bits are not handled, on no target.
//
// DEFINE: %{narrow} = %{see} --check-prefix=NARROW
// REDEFINE: %{for} = --target=i686-linux-gnu -msse2
// RUN: %{narrow}
// REDEFINE: %{for} = --target=i686-linux-gnu
// RUN: %{narrow}
// REDEFINE: %{for} = --target=x86_64-linux-gnux32
// RUN: %{narrow}
// REDEFINE: %{for} = --target=armv7-linux-gnueabihf
// RUN: %{narrow}
// REDEFINE: %{for} = --target=riscv32-linux-gnu
// RUN: %{narrow}
// REDEFINE: %{for} = --target=hexagon
// RUN: %{narrow}
// REDEFINE: %{for} = --target=wasm32
// RUN: %{narrow}
// REDEFINE: %{for} = --target=m68k-linux-gnu
// RUN: %{narrow}
// REDEFINE: %{for} = --target=avr
// RUN: %{narrow}
//
// NARROW: remark: matrix product not rewritten: only 64-bit pointers in the default address space are supported
// NARROW-NOT: gemmify.
//
//===----------------------------------------------------------------------===//

struct sizes {
  long m, n, k, lda, ldb, ldc;
};

void product(const struct sizes *s, const TYPE *restrict a,
             const TYPE *restrict b, TYPE *restrict c) {
  const struct sizes z = *s;
  for (long i = 0; i < z.m; i++)
    for (long j = 0; j < z.n; j++)
      for (long p = 0; p < z.k; p++)
        c[i * z.ldc + j] += a[i * z.lda + p] * b[p * z.ldb + j];
}
