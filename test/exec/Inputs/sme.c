//===- sme.c - What a library has for functions with ZA -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libgcc has it from GCC 14 on, which is later than Debian 12's. A program that
/// leaves nothing in ZA when it calls others never has it saved. Unwinders are
/// told of vectors' lengths, which code for processors without SVE asks for.
///
//===----------------------------------------------------------------------===//

void __arm_tpidr2_save(void) { __builtin_trap(); }

__attribute__((naked)) void __arm_get_current_vg(void) {
  __asm__(".arch_extension sve\n\tcntd x0\n\tret");
}
