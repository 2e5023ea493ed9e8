//===- complex.c - Products of complex elements ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-vectorize \
// RUN:   -fno-slp-vectorize -fno-unroll-loops -fno-discard-value-names -w -S \
// RUN:   -emit-llvm %s -o - \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *restrict C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_ const float *a = A + 2 * (i * K + k);
#define B_ const float *b = B + 2 * (k * N + j);
#define C_ float *c = C + 2 * (i * N + j);
#define SUM(START, RE, IM, ...)                                                \
  I J {                                                                        \
    C_ float re = START, im = START;                                           \
    L { A_ B_ re += RE; im += IM; }                                            \
    __VA_ARGS__                                                                \
  }
#define RE a[0] * b[0] - a[1] * b[1]
#define IM a[0] * b[1] + a[1] * b[0]
#define STORE c[0] = re; c[1] = im;

/// Even columns are real: -a1*b1 + a0*b0, odd ones are a1*b0 + a0*b1.
// CHECK-LABEL: GEMM nests of 'plain':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)), A general strides, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = (2 * %N), k = %K
// CHECK-NEXT: P: float at (4 + %A) + i*((8 * %K)) + k*(8)
// CHECK-NEXT: Q: float at (4 + %B) + j*(4) + k*((8 * %N))
// CHECK-NEXT: in each step, added to each other first
// CHECK-NEXT: + fused P: float at %A + i*((8 * %K)) + k*(8)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((8 * %N))
// CHECK-NEXT: odd lines: float at %B + j*(4) + k*((8 * %N))
// CHECK-NEXT: odd lines: float at (4 + %B) + j*(4) + k*((8 * %N))
void plain(ARGS) { SUM(0, RE, IM, STORE) }
// CHECK-LABEL: GEMM nests of 'conjugated':
// CHECK-NEXT: GEMM nest at
void conjugated(ARGS) { SUM(0, a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0], STORE) }
/// a0*b1 is fused with a1*b0 in one sum, and in none with that of the other.
// CHECK-LABEL: GEMM nests of 'other_place':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void other_place(ARGS) { SUM(0, RE, a[1] * b[0] + a[0] * b[1], STORE) }
/// Two products of numbers in a step: four of their parts, two by two.
#define TWICE(IM2)                                                             \
  I J {                                                                        \
    C_ float re = c[0], im = c[1];                                             \
    L {                                                                        \
      A_ B_ const float *d = A + 2 * (k * M + i);                              \
      re += RE; re += d[0] * b[0] + d[1] * b[1];                               \
      im += IM; im += IM2;                                                     \
    }                                                                          \
    STORE                                                                      \
  }
// CHECK-LABEL: GEMM nests of 'twice':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)) + (A'(i,k)*B'(k,j) + A'(i,k)*B'(k,j)),
// CHECK: then + P: float at
void twice(ARGS) { TWICE(d[0] * b[1] - d[1] * b[0]) }
/// The third one is fused in one sum, and not in the other one.
// CHECK-LABEL: GEMM nests of 'twice_otherwise':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void twice_otherwise(ARGS) { TWICE(d[1] * b[0] - d[0] * b[1]) }
// CHECK-LABEL: GEMM nests of 'free_place':
// CHECK-NEXT: GEMM nest at
void free_place(ARGS) {
#pragma clang fp contract(off)
  SUM(0, RE, a[1] * b[0] + a[0] * b[1], STORE)
}
/// In turn, the order of two products counts.
// CHECK-LABEL: GEMM nests of 'other_turn':
// CHECK-NEXT: no nest at
void other_turn(ARGS) {
#pragma clang fp contract(off)
  I J {
    C_ float re = 0, im = 0;
    L { A_ B_ re += a[0] * b[0]; re -= a[1] * b[1]; im += a[1] * b[0]; im += a[0] * b[1]; }
    STORE
  }
}
// CHECK-LABEL: GEMM nests of 'other_sign_of_sum':
// CHECK-NEXT: no nest at
void other_sign_of_sum(ARGS) { I J { C_ float re = 0, im = 0; L { A_ B_ re += RE; im -= IM; } STORE } }
// CHECK-LABEL: GEMM nests of 'other_rounding':
// CHECK-NEXT: no nest at
static float rounded(float x, float y, float z, float w) {
#pragma clang fp contract(off)
  return x * y + z * w;
}
void other_rounding(ARGS) { SUM(0, RE, rounded(a[0], b[1], a[1], b[0]), STORE) }
// CHECK-LABEL: GEMM nests of 'other_start':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum
// CHECK: start: float 0.000000e+00
// CHECK: start of odd lines: float 1.000000e+00
void other_start(ARGS) { I J { C_ float re = 0, im = 1; L { A_ B_ re += RE; im += IM; } STORE } }
// CHECK-LABEL: GEMM nests of 'not_beside':
// CHECK-NEXT: no nest at
void not_beside(ARGS) { SUM(0, RE, IM, c[0] = re; C[2 * (i * N + j) + 2 * M * N] = im;) }
// CHECK-LABEL: GEMM nests of 'three_apart':
// CHECK-NEXT: no nest at
void three_apart(ARGS) { I J { float re = 0, im = 0; L { A_ B_ re += RE; im += IM; } C[3 * (i * N + j)] = re; C[3 * (i * N + j) + 1] = im; } }
// CHECK-LABEL: GEMM nests of 'with_a_final':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum
void with_a_final(ARGS, float x) { SUM(0, RE, IM, c[0] = x * re; c[1] = x * im;) }
// CHECK-LABEL: GEMM nests of 'other_element':
// CHECK-NEXT: no nest at
void other_element(ARGS) { SUM(0, RE, a[0] * b[1] + a[3] * b[0], STORE) }
// CHECK-LABEL: GEMM nests of 'parts_exchanged':
// CHECK-NEXT: GEMM nest at
void parts_exchanged(ARGS) { SUM(0, RE, IM, c[0] = im; c[1] = re;) }
/// Halves of strides are seen, or the nest is none.
// CHECK-LABEL: GEMM nests of 'any_stride':
// CHECK-NEXT: GEMM nest at
// CHECK: odd lines: float at %B + j*((2 * %s))
void any_stride(ARGS, long s) { I J { C_ float re = 0, im = 0; L { A_ const float *b = B + k * N + j * s; re += RE; im += IM; } STORE } }
// CHECK-LABEL: GEMM nests of 'stride_in_bytes':
// CHECK-NEXT: no nest at
void stride_in_bytes(ARGS, long s) { I J { C_ float re = 0, im = 0; L { A_ const float *b = (const float *)((const char *)(B + k * N) + j * s); re += RE; im += IM; } STORE } }
/// Of odd lines, both slices are at the line before: each reads both sums, and
/// C's parts as the nest found them.
// CHECK-LABEL: GEMM nests of 'complex_final':
// CHECK-NEXT: GEMM nest at
// CHECK: final:
// CHECK-NEXT: reads C, float at %C + i*
// CHECK: final of odd lines:
// CHECK-NEXT: reads C, float at (4 + %C) + i*
void complex_final(ARGS, float x, float y) { SUM(0, RE, IM, const float re_ = x * re - y * im + c[0]; const float im_ = x * im + y * re + c[1]; c[0] = re_; c[1] = im_;) }
/// An element that is read on a condition.
// CHECK-LABEL: GEMM nests of 'final_if':
// CHECK-NEXT: no nest at
void final_if(ARGS, const float *x, const float *y) { SUM(0, RE, IM, if (x[j] > 0) { re = y[j] * re; } c[0] = re; c[1] = im;) }
/// A number that counts.
// CHECK-LABEL: GEMM nests of 'final_counts':
// CHECK-NEXT: no nest at
void final_counts(ARGS) { SUM(0, RE, IM, c[0] = re * (float)j; c[1] = im;) }
/// One product in a step: the parts are columns, and each final is its own.
// CHECK-LABEL: GEMM nests of 'combined_columns':
// CHECK-NEXT: no nest at
void combined_columns(ARGS, float x, float y) { SUM(0, a[0] * b[0], a[0] * b[1], c[0] = x * re - y * im; c[1] = x * im + y * re;) }
/// What is read of C after a store to it is not what the nest found there.
// CHECK-LABEL: GEMM nests of 'read_late':
// CHECK-NEXT: no nest at
void read_late(long M, long N, long K, const float *restrict A, const float *restrict B, float *C, float *E, float x) { SUM(0, RE, IM, c[0] = x * re; *E = x; c[1] = x * im + c[0];) }
/// A real factor moves with the index that counts the parts: each is a product.
// CHECK-LABEL: GEMM nests of 'real_right':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A general strides, B row-major, C general strides
void real_right(ARGS) { I J { C_ float re = 0, im = 0; L { A_ const float b = B[k * N + j]; re += a[0] * b; im += a[1] * b; } STORE } }
// CHECK-LABEL: GEMM nests of 'real_right_in_memory':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A general strides, B row-major, C general strides
void real_right_in_memory(ARGS) { I L J { C_ A_ const float b = B[k * N + j]; c[0] += a[0] * b; c[1] += a[1] * b; } }
// CHECK-LABEL: GEMM nests of 'two_on_the_right':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void two_on_the_right(ARGS) { I J { C_ float re = 0, im = 0; L { A_ re += a[0] * B[k * N + j]; im += a[1] * B[k * N + j + 1]; } STORE } }
