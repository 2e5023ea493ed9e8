//===- recovery.c - Complex products that recover from NaN ----------------===//
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
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -w -S -emit-llvm \
// RUN:   -fno-vectorize -fno-slp-vectorize %s -o - \
// RUN:   | %opt -passes=gemmify -S | FileCheck %s --check-prefix=TEST
//
// The bound is 2^511 for two factors in double, 2^340 for three, and 2^63 for two
// in float.
//
// TEST-DAG: fcmp ole <16 x double> {{.*}}, splat (double 0x5FE0000000000000)
// TEST-DAG: fcmp ole <16 x double> {{.*}}, splat (double 0x5530000000000000)
// TEST-DAG: fcmp ole <32 x float> {{.*}}, splat (float 0x43E0000000000000)
//
//===----------------------------------------------------------------------===//

typedef _Complex double Z;
#define ARGS                                                                   \
  long M, long N, long K, const Z *restrict A, const Z *restrict B, Z *restrict C
#define IJ                                                                     \
  for (long i = 0; i < M; i++)                                                 \
    for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define C_ C[i * N + j]

// CHECK-LABEL: GEMM nests of 'plain':
// CHECK-NEXT: GEMM nest at %{{.*}}.finite: double C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j))
void plain(ARGS) { IJ L C_ += A_ * B_; }
// CHECK-LABEL: GEMM nests of 'in_float':
// CHECK-NEXT: GEMM nest at
void in_float(long M, long N, long K, const _Complex float *restrict A, const _Complex float *restrict B,
              _Complex float *restrict C) {
  IJ L C_ += A_ * B_;
}
// CHECK-LABEL: GEMM nests of 'scaled':
// CHECK-NEXT: GEMM nest at
void scaled(ARGS, Z alpha) {
  for (long i = 0; i < M; i++)
    L {
      const Z t = alpha * A_;
      for (long j = 0; j < N; j++)
        C_ += t * B_;
    }
}
/// A quotient has no bound.
// CHECK-LABEL: GEMM nests of 'divided':
// CHECK-NEXT: no nest at
void divided(ARGS, double by) {
  for (long i = 0; i < M; i++)
    L {
      const Z t = A_ / by;
      for (long j = 0; j < N; j++)
        C_ += t * B_;
    }
}
/// Nor has a number with too many factors for one of usual size.
// CHECK-LABEL: GEMM nests of 'many_factors':
// CHECK-NEXT: no nest at
void many_factors(long M, long N, long K, const _Complex float *restrict A, const _Complex float *restrict B,
                  _Complex float *restrict C) {
  for (long i = 0; i < M; i++)
    L {
      const float a = __real__ A_, b = a * a, d = b * b, e = d * d;
      _Complex float t;
      __real__ t = e * e;
      __imag__ t = e * e * a;
      for (long j = 0; j < N; j++)
        C_ += t * B_;
    }
}
/// A product of what is kept from step to step is no element.
// CHECK-LABEL: GEMM nests of 'power':
// CHECK-NEXT: no nest at
void power(ARGS, Z alpha) {
  for (long i = 0; i < M; i++) {
    Z t = 1;
    L {
      t *= A_;
      for (long j = 0; j < N; j++)
        C_ += t * B_;
    }
  }
}
/// Another function of the same arguments is called in any case.
Z __muldc3(double, double, double, double);
// CHECK-LABEL: GEMM nests of 'called':
// CHECK-NOT: GEMM nest at
void called(ARGS) {
  IJ L C_ += __muldc3(__real__ A_, __imag__ A_, __real__ B_, __imag__ B_);
}
