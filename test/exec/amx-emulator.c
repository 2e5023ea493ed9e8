//===- amx-emulator.c - What stands in for AMX does what AMX does ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: emulated-amx
// RUN: %clang -O1 -Wall -Werror -march=haswell -mamx-int8 -mamx-bf16 %s %S/Inputs/amx.c -lm -o %t
// RUN: env AMX_PERMISSION=given %t 2>&1 | FileCheck %s
//
// Products with the size of a tile wrong, or with a tile that is not there.
// RUN: not env AMX_PERMISSION=given %t mismatch 2>&1 | FileCheck %s --check-prefix=MISMATCH
// RUN: not env AMX_PERMISSION=given %t released 2>&1 | FileCheck %s --check-prefix=RELEASED
//
// Tiles have to be asked for.
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=UNASKED
// RUN: %t ask 2>&1 | FileCheck %s --check-prefix=GRANTED
// RUN: not env AMX_PERMISSION=refused %t ask 2>&1 | FileCheck %s --check-prefix=REFUSED
//
// CHECK: amx: asked 0, products 6
// CHECK: all as it should be
// MISMATCH: amx: tiles of a product do not match
// RELEASED: amx: a tile that is not configured
// UNASKED: amx: tiles that the program has not asked for
// GRANTED: amx: asked 2, products 6
// GRANTED: all as it should be
// REFUSED: refused
// REFUSED: amx: asked 1, products 0
//
//===----------------------------------------------------------------------===//

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct Config {
  uint8_t Palette, StartRow, Reserved[14];
  uint16_t Bytes[16];
  uint8_t Rows[16];
};

static int Wrong;

static void expect(int Holds, const char *What) {
  if (!Holds)
    printf("wrong: %s\n", What), ++Wrong;
}

/// Tile 0: 3 rows of 2 sums. Tile 1: 3 rows of 8 bytes. Tile 2: 2 rows of as
/// many bytes as \p Bytes.
static void configure(int Bytes) {
  struct Config Set = {.Palette = 1};
  struct Config Got;
  Set.Rows[0] = 3, Set.Bytes[0] = 8;
  Set.Rows[1] = 3, Set.Bytes[1] = 8;
  Set.Rows[2] = 2, Set.Bytes[2] = (uint16_t)Bytes;
  Set.Rows[7] = 16, Set.Bytes[7] = 64;
  _tile_loadconfig(&Set);
  _tile_storeconfig(&Got);
  expect(!memcmp(&Set, &Got, sizeof Set), "the configuration");
}

static const uint8_t A[3][8] = {{1, 2, 3, 255, 128, 6, 7, 8},
                                {255, 255, 255, 255, 255, 255, 255, 255},
                                {0, 0, 0, 0, 127, 0, 0, 1}};
static const uint8_t B[2][8] = {{1, 255, 3, 4, 255, 255, 255, 255},
                                {9, 10, 128, 12, 128, 14, 15, 200}};
static const int32_t Start[3][2] = {{5, -7}, {0, 0}, {1, 0x7FFFFFFF}};

static int32_t extend(uint8_t Byte, int Signed) {
  return Signed ? (int8_t)Byte : Byte;
}

/// The intrinsics take tiles as constants.
#define PRODUCT(INSTRUCTION, SIGNED_A, SIGNED_B)                               \
  do {                                                                         \
    int32_t Sums[4][5];                                                        \
    memset(Sums, 0x55, sizeof Sums);                                           \
    _tile_loadd(0, Start, 8);                                                  \
    INSTRUCTION(0, 1, 2);                                                      \
    _tile_stored(0, Sums, sizeof Sums[0]);                                     \
    for (int M = 0; M != 3; ++M)                                               \
      for (int N = 0; N != 2; ++N) {                                           \
        uint32_t Sum = (uint32_t)Start[M][N];                                  \
        for (int K = 0; K != 8; ++K)                                           \
          Sum += (uint32_t)(extend(A[M][K], SIGNED_A) *                        \
                            extend(B[K / 4][4 * N + K % 4], SIGNED_B));        \
        expect((uint32_t)Sums[M][N] == Sum, #INSTRUCTION);                     \
      }                                                                        \
    expect(Sums[0][2] == 0x55555555 && Sums[3][0] == 0x55555555,               \
           "a store of more than the tile");                                   \
  } while (0)

/// Exactly representable but for what is to be shown: \p A by \p B in one sum.
static float multiplyBfloats(const uint16_t A[4], const uint16_t B[4],
                             float Start) {
  struct Config Set = {.Palette = 1};
  Set.Rows[0] = 1, Set.Bytes[0] = 4;
  Set.Rows[1] = 1, Set.Bytes[1] = 8;
  Set.Rows[2] = 2, Set.Bytes[2] = 4;
  _tile_loadconfig(&Set);
  float Sum = Start;
  _tile_loadd(0, &Sum, 4);
  _tile_loadd(1, A, 8);
  _tile_loadd(2, B, 4);
  _tile_dpbf16ps(0, 1, 2);
  _tile_stored(0, &Sum, 4);
  return Sum;
}

enum { One = 0x3F80, Tiny = 0x0001, TwoTo100 = 0x7180, MinusTwoTo100 = 0xF180 };

static void bfloats(void) {
  // Even and odd steps of k apart: (2^100 + -2^100) + (1 + 1); one after the other,
  // 2^100 would swallow the first 1.
  const uint16_t Large[4] = {TwoTo100, One, MinusTwoTo100, One};
  const uint16_t Ones[4] = {One, One, One, One};
  expect(multiplyBfloats(Large, Ones, 3) == 5, "order of bfloats");
}

static void denormals(void) {
  // 2^-133 · 2^100 is a number, but its factor is taken for zero.
  const uint16_t Small[4] = {Tiny, 0, 0, 0};
  const uint16_t Scale[4] = {TwoTo100, 0, 0, 0};
  expect(multiplyBfloats(Small, Scale, 0) == 0, "denormals of bfloats");
}

int main(int Count, char **Arguments) {
  const char *What = Count > 1 ? Arguments[1] : "";
  if (!strcmp(What, "ask")) {
    if (syscall(SYS_arch_prctl, 0x1023, 18)) {
      printf("refused\n");
      fflush(stdout);
      return 1;
    }
    expect(syscall(SYS_arch_prctl, 0x1023, 17) != 0, "another request");
  }
  configure(!strcmp(What, "mismatch") ? 12 : 8);
  if (!strcmp(What, "released"))
    _tile_release();
  _tile_loadd(1, A, 8);
  _tile_loadd(2, B, 8);
  PRODUCT(_tile_dpbssd, 1, 1);
  PRODUCT(_tile_dpbsud, 1, 0);
  PRODUCT(_tile_dpbusd, 0, 1);
  PRODUCT(_tile_dpbuud, 0, 0);
  int32_t Zeros[16][16];
  memset(Zeros, 1, sizeof Zeros);
  _tile_zero(7);
  _tile_stream_loadd(7, Zeros, 64);
  _tile_zero(7);
  _tile_stored(7, Zeros, 64);
  expect(Zeros[0][0] == 0 && Zeros[15][15] == 0, "tilezero");
  bfloats();
  denormals();
  _tile_release();
  if (!Wrong)
    printf("all as it should be\n");
  return Wrong != 0;
}
