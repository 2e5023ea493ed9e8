//===- sme-caller.c - A product between uses of ZA ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that has something in ZA calls one with a product in ZA: that one
/// saves what it finds (AAPCS64, lazy saving), and the caller restores it. With
/// the support routines of the ABI, which count.
///
//===----------------------------------------------------------------------===//

#include <arm_sme.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 96, MaxBytes = 256 };
void product(int n, const float *a, const float *b, float *c);

int saves, restores;
static float A[N * N], B[N * N], C[N * N], Expected[N * N];
static uint8_t Pattern[MaxBytes * MaxBytes], After[MaxBytes * MaxBytes];

/// For each slice of the block that TPIDR2_EL0 points to, or x0.
#define SLICES(BLOCK, COUNTER, MOVE)                                           \
  __asm__("stp x14, x15, [sp, #-32]!\n\tstp x18, x12, [sp, #16]\n\t" BLOCK      \
          "adrp x17, " COUNTER "\n\tadd x17, x17, :lo12:" COUNTER "\n\t"        \
          "ldr w15, [x17]\n\tadd w15, w15, #1\n\tstr w15, [x17]\n\t"            \
          "ldr x16, [x14]\n\tldrh w14, [x14, #8]\n\t"                           \
          "rdsvl x18, #1\n\tmov w12, #0\n\t"                                    \
          "1: cmp w12, w14\n\tb.hs 2f\n\t" MOVE                                 \
          " za[w12, 0], [x16]\n\tadd x16, x16, x18\n\tadd w12, w12, #1\n\t"     \
          "b 1b\n\t2: ldp x18, x12, [sp, #16]\n\tldp x14, x15, [sp], #32\n\t"   \
          "ret")

__attribute__((naked)) void __arm_tpidr2_save(void) {
  SLICES("mrs x14, TPIDR2_EL0\n\t", "saves", "str");
}

__attribute__((naked)) void __arm_tpidr2_restore(void) {
  SLICES("mov x14, x0\n\t", "restores", "ldr");
}

__attribute__((naked)) void __arm_get_current_vg(void) {
  __asm__(".arch_extension sve\n\tcntd x0\n\tret");
}

__arm_new("za") __attribute__((noinline)) static void between(void) {
  const unsigned Bytes = (unsigned)svcntsb();
  for (unsigned I = 0; I != Bytes; ++I)
    svldr_za(I, Pattern + I * Bytes);
  product(N, A, B, C);
  for (unsigned I = 0; I != Bytes; ++I)
    svstr_za(I, After + I * Bytes);
}

int main(void) {
  for (int I = 0; I != N * N; ++I) {
    A[I] = (float)(I % 17) - 8;
    B[I] = (float)(I % 19) - 9;
    C[I] = Expected[I] = (float)(I % 5);
  }
  for (int I = 0; I != N; ++I)
    for (int J = 0; J != N; ++J)
      for (int K = 0; K != N; ++K)
        Expected[I * N + J] += A[I * N + K] * B[K * N + J];
  for (unsigned I = 0; I != sizeof(Pattern); ++I)
    Pattern[I] = (uint8_t)(I * 7 + I / 251);
  between();
  const unsigned Used = (unsigned)(svcntsb() * svcntsb());
  unsigned Lost = 0, Wrong = 0;
  for (unsigned I = 0; I != Used; ++I)
    Lost += After[I] != Pattern[I];
  for (int I = 0; I != N * N; ++I)
    Wrong += C[I] != Expected[I];
  printf("saved %d, restored %d, lost %u, wrong %u\n", saves, restores, Lost,
         Wrong);
  return Lost || Wrong;
}
