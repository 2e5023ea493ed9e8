//===- constant-operands.c - Products with arrays that are constants ------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -O2 -march=x86-64-v3 -Wall -Werror -Wno-missing-braces %s
// RUN: mkdir -p %t
// RUN: %clang %{flags} -o %t/plain && %t/plain > %t/plain.out
// RUN: %clangplugin -Rpass=gemmify %{flags} -o %t/auto 2>&1 | FileCheck %s
// RUN: %t/auto | diff - %t/plain.out
// RUN: %clangplugin -mllvm -gemmify-strategy=packing -mllvm -gemmify-kc=8 \
// RUN:   -mllvm -gemmify-mc=32 -mllvm -gemmify-nc=12 -Rpass=gemmify %{flags} \
// RUN:   -o %t/blocks 2>&1 | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: %t/blocks | diff - %t/plain.out
//
// Neither side of a window is a multiple of a tile's, and some elements are
// zeros, denormals and -0.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define KERNEL __attribute__((noinline)) static
enum { N = 77, K = 53, LD = 61, MOST = 130 };

#define BYTE(i) ((i) * 37 % 251 - 125)
#define FRACTION(i)                                                            \
  ((i) % 89 == 7 ? -0.0 : (i) % 83 == 5 ? 5e-40 : BYTE(i) / 16.0 + BYTE(i) / 7e3)
#define HALF(i) ((i) % 89 == 7 ? -0.0f : (i) % 83 == 5 ? 3e-7f : BYTE(i) / 16.0f)
#define X4(V, i) V(i), V(i + 1), V(i + 2), V(i + 3)
#define X16(V, i) X4(V, i), X4(V, i + 4), X4(V, i + 8), X4(V, i + 12)
#define X64(V, i) X16(V, i), X16(V, i + 16), X16(V, i + 32), X16(V, i + 48)
#define X256(V, i) X64(V, i), X64(V, i + 64), X64(V, i + 128), X64(V, i + 192)
#define X1K(V, i)                                                              \
  X256(V, i), X256(V, i + 256), X256(V, i + 512), X256(V, i + 768)
#define X4K(V) X1K(V, 0), X1K(V, 1024), X1K(V, 2048), X1K(V, 3072)

static const float floats[80][LD] = {X4K(FRACTION)};
static const double doubles[80][LD] = {X4K(FRACTION)};
static const int8_t bytes[80][LD] = {X4K(BYTE)};
static const uint8_t unsigned_bytes[80][LD] = {X4K((uint8_t)BYTE)};
static const int16_t words[80][LD] = {X4K(BYTE)};
static const _Float16 halves[80][LD] = {X4K(HALF)};
static const __bf16 bfloats[80][LD] = {X4K(HALF)};
static const float zeros[80][LD];

/// The right matrix by rows or by columns, and the left one by rows.
#define BY_ROWS(NAME, T, S, W, C, A, WITH)                                     \
  KERNEL void NAME(int m, S *c, const T *a) {                                  \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j < K; j++) {                                            \
        S sum = 0;                                                             \
        for (int k = 0; k < N; k++)                                            \
          sum += (S)(a[i * N + k] A) * (S)(W[k][j + 2] WITH);                  \
        c[i * K + j] C sum;                                                    \
      }                                                                        \
  }
#define BY_COLUMNS(NAME, T, S, W, C, A, WITH)                                  \
  KERNEL void NAME(int m, S *c, const T *a) {                                  \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j < N; j++) {                                            \
        S sum = 0;                                                             \
        for (int k = 0; k < K; k++)                                            \
          sum += (S)(a[i * K + k] A) * (S)(W[j + 1][k + 3] WITH);              \
        c[i * N + j] C sum;                                                    \
      }                                                                        \
  }
#define ON_LEFT(NAME, T, S, W, C, A, WITH)                                     \
  KERNEL void NAME(int m, S *c, const T *b) {                                  \
    for (int i = 0; i < N; i++)                                                \
      for (int j = 0; j < m; j++) {                                            \
        S sum = 0;                                                             \
        for (int k = 0; k < K; k++)                                            \
          sum += (S)(W[i][k] WITH) * (S)(b[k * m + j] A);                      \
        c[i * m + j] C sum;                                                    \
      }                                                                        \
  }

// BLOCKS-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time, 19712 bytes
BY_ROWS(rows_f32, float, float, floats, =, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time, 16960 bytes
BY_COLUMNS(columns_f32, float, float, floats, +=, , )
// BLOCKS-DAG: c:[[#@LINE+1]]:{{.*}}; A packed at compile time, 16536 bytes
ON_LEFT(left_f32, float, float, floats, -=, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time, 33920 bytes
BY_COLUMNS(columns_f64, double, double, doubles, =, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time
BY_ROWS(rows_i8, int8_t, int32_t, bytes, =, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time
BY_COLUMNS(columns_i8, int8_t, int32_t, bytes, +=, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; A packed at compile time
ON_LEFT(left_i8, int8_t, int32_t, bytes, =, , )
BY_COLUMNS(columns_u8, int8_t, int32_t, unsigned_bytes, +=, -12, +3)
ON_LEFT(left_u8, uint8_t, int32_t, unsigned_bytes, =, -12, +3)
BY_COLUMNS(columns_i16, int16_t, int64_t, words, =, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time
BY_ROWS(rows_f16, float, float, halves, =, , )
// CHECK-DAG: c:[[#@LINE+1]]:{{.*}}; B packed at compile time
BY_COLUMNS(columns_f16, float, float, halves, =, , )
ON_LEFT(left_f16, float, float, halves, =, , )
BY_COLUMNS(columns_bf16, float, float, bfloats, =, , )
BY_COLUMNS(quantized, float, float, bytes, =, , )
BY_COLUMNS(zero, float, float, zeros, =, , )

// Its tiles would copy the constant in each run.
// CHECK-DAG: c:[[#@LINE+7]]:{{.*}}; m=9 n=77 k=53; packing {{.*}}; B packed at compile time
KERNEL void known_f32(int unused, float *c, const float *a) {
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < K; k++)
        sum += a[i * K + k] * floats[j][k];
      c[i * N + j] = sum;
    }
}

static unsigned char a[MOST * N * 8], c[MOST * N * 8];

static uint64_t hash(void) {
  uint64_t h = 0;
  for (size_t at = 0; at < sizeof c; at += 8) {
    uint64_t part;
    memcpy(&part, c + at, 8);
    h = (h ^ part) * 0x9E3779B97F4A7C15u;
  }
  return h;
}

#define RUN(NAME, T, S)                                                        \
  for (int m = 0; m < MOST; m += 1 + m / 5) {                                  \
    for (int i = 0; i < MOST * N; i++) {                                       \
      ((T *)a)[i] = (T)(BYTE(i + m) / (sizeof(T) > 2 ? 8 : 1));                \
      ((S *)c)[i] = (S)(i % 13);                                               \
    }                                                                          \
    NAME(m, (S *)c, (const T *)a);                                             \
    printf("%s %d %016llx\n", #NAME, m, (unsigned long long)hash());           \
  }

int main(void) {
  RUN(rows_f32, float, float)
  RUN(columns_f32, float, float)
  RUN(left_f32, float, float)
  RUN(columns_f64, double, double)
  RUN(rows_i8, int8_t, int32_t)
  RUN(columns_i8, int8_t, int32_t)
  RUN(left_i8, int8_t, int32_t)
  RUN(columns_u8, int8_t, int32_t)
  RUN(left_u8, uint8_t, int32_t)
  RUN(columns_i16, int16_t, int64_t)
  RUN(rows_f16, float, float)
  RUN(columns_f16, float, float)
  RUN(left_f16, float, float)
  RUN(columns_bf16, float, float)
  RUN(quantized, float, float)
  RUN(zero, float, float)
  RUN(known_f32, float, float)
}
