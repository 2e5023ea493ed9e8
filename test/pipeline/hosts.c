//===- hosts.c - Functions that kernels cannot be called from -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without vector registers, of integers as well.
//
// DEFINE: %{of} = float
// DEFINE: %{with} =
// DEFINE: %{see} = %clangplugin -O2 -w -Rpass=gemmify -Rpass-missed=gemmify \
// DEFINE:   -DTYPE=%{of} %{with} -S %s -o - 2>&1 | FileCheck %s
// DEFINE: %{registers} = %{see} --check-prefix=REGISTERS-CHECK
// REDEFINE: %{of} = int
// REDEFINE: %{with} = --target=x86_64-linux-gnu -march=x86-64-v3 \
// REDEFINE:   -mno-implicit-float
// RUN: %{registers}
// REDEFINE: %{with} = --target=x86_64-linux-gnu -mno-sse
// RUN: %{registers}
// REDEFINE: %{with} = --target=x86_64-linux-gnu -mgeneral-regs-only
// RUN: %{registers}
// REDEFINE: %{with} = --target=aarch64-linux-gnu -mgeneral-regs-only
// RUN: %{registers}
// REDEFINE: %{with} = --target=aarch64-linux-gnu -march=armv8-a+nosimd
// RUN: %{registers}
//
// Without those for floating-point numbers.
//
// REDEFINE: %{of} = float
// REDEFINE: %{with} = --target=riscv64-linux-gnu -march=rv64imac -mabi=lp64
// RUN: %{registers}
// REDEFINE: %{with} = --target=powerpc64le-linux-gnu -msoft-float
// RUN: %{registers}
// REDEFINE: %{with} = --target=s390x-linux-gnu -msoft-float
// RUN: %{registers}
// REDEFINE: %{with} = --target=mips64-linux-gnuabi64 -msoft-float
// RUN: %{registers}
// REDEFINE: %{with} = --target=sparcv9-linux-gnu -msoft-float
// RUN: %{registers}
// REDEFINE: %{with} = --target=loongarch64-linux-gnu -msoft-float
// RUN: %{registers}
// REDEFINE: %{with} = --target=x86_64-linux-gnu -mno-sse2
// RUN: %{registers}
// REDEFINE: %{of} = double
// REDEFINE: %{with} = --target=riscv64-linux-gnu -march=rv64imafc -mabi=lp64f
// RUN: %{registers}
//
// REGISTERS-CHECK: not rewritten: the function may not use vector or floating-point registers; build without -mno-implicit-float, -mgeneral-regs-only, -msoft-float and -mno-sse2
// REGISTERS-CHECK-NOT: gemmify.
//
// The x87's registers hold 64 bits of each number.
//
// DEFINE: %{x87} = %{see} --check-prefix=X87-CHECK
// REDEFINE: %{with} = --target=x86_64-linux-gnu -mno-sse2
// RUN: %{x87}
// REDEFINE: %{of} = float
// REDEFINE: %{with} = --target=x86_64-linux-gnu -mno-sse
// RUN: %{x87}
//
// X87-CHECK: not rewritten: registers hold the sum with more precision than memory does; build with SSE2
// X87-CHECK-NOT: gemmify.
//
// In a section of its own.
//
// DEFINE: %{section} = %{see} --check-prefix=SECTION-CHECK
// REDEFINE: %{with} = --target=x86_64-linux-gnu \
// REDEFINE:   '-DATTRIBUTE=__attribute__((section("fast")))'
// RUN: %{section}
// REDEFINE: %{with} = --target=x86_64-linux-gnu -DPRAGMA
// RUN: %{section}
//
// SECTION-CHECK: not rewritten: the function is placed in a section of its own, and kernels are not; move the loops to another function
// SECTION-CHECK-NOT: gemmify.
//
// What is not code may be placed, and the code of all functions apart.
//
// REDEFINE: %{with} = --target=x86_64-linux-gnu -DDATA -ffunction-sections
// RUN: %{see} --check-prefix=REWRITTEN
//
// REWRITTEN: matrix product rewritten
// REWRITTEN: .section .text.gemmify.kernel.
//
// Functions that keep all vector registers save those that they are compiled
// for; in a library, that workspace comes from, they may be longer.
//
// REDEFINE: %{with} = --target=x86_64-linux-gnu \
// REDEFINE:   '-DATTRIBUTE=__attribute__((preserve_all))'
// RUN: %{see} --check-prefix=CONVENTION
// REDEFINE: %{with} = --target=x86_64-linux-gnu \
// REDEFINE:   '-DATTRIBUTE=__attribute__((no_caller_saved_registers))'
// RUN: %{see} --check-prefix=CONVENTION
// REDEFINE: %{with} = --target=x86_64-linux-gnu \
// REDEFINE:   '-DATTRIBUTE=__attribute__((intel_ocl_bicc))'
// RUN: %{see} --check-prefix=CONVENTION
//
// CONVENTION: matrix product not rewritten: {{.*}} or a calling convention of its own
// CONVENTION-NOT: gemmify.
//
// DEFINE: %{convention} = preserve_most
// DEFINE: %{for} = --target=x86_64-linux-gnu -mllvm -gemmify-dispatch
// DEFINE: %{levels} = %clangplugin %{for} -O2 \
// DEFINE:   -DTYPE=float -Rpass=gemmify -S %s \
// DEFINE:   '-DATTRIBUTE=__attribute__((%{convention}))' -o /dev/null 2>&1 \
// DEFINE:   | FileCheck %s
// RUN: %{levels} --check-prefix=ONE
// REDEFINE: %{for} = --target=aarch64-linux-gnu -march=armv9.2-a+sve+sme \
// REDEFINE:   -mllvm -gemmify-sme
// RUN: %{levels} --check-prefix=ONE
// REDEFINE: %{for} = --target=x86_64-linux-gnu -mllvm -gemmify-dispatch
// REDEFINE: %{convention} = preserve_none
// RUN: %{levels} --check-prefix=LEVELS
// REDEFINE: %{convention} = ms_abi
// RUN: %{levels} --check-prefix=LEVELS
// REDEFINE: %{convention} = regcall
// RUN: %{levels} --check-prefix=LEVELS
//
// ONE: matrix product rewritten:
// ONE-NOT: ; on {{x86-64|[0-9]+-bit}}
// LEVELS: matrix product rewritten: {{.*}}; on x86-64-v3 {{.*}}; on x86-64-v4
//
//===----------------------------------------------------------------------===//

#ifndef ATTRIBUTE
#define ATTRIBUTE
#endif
#ifdef PRAGMA
#pragma clang section text = "fast"
#endif
#ifdef DATA
#pragma clang section bss = "zeros" data = "numbers" rodata = "constants"
#endif

ATTRIBUTE void product(long n, const TYPE *restrict a, const TYPE *restrict b,
                       TYPE *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
