//===- loops.c - Trip counts that hold under conditions -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

typedef unsigned long size_t;
float fmaf(float, float, float);

#define ARGS(I)                                                                \
  I M, I N, I K, const float *restrict A, I lda, const float *restrict B,      \
      I ldb, float *restrict C, I ldc
#define I(T) for (T i = 0; i < M; i++)
#define J(T) for (T j = 0; j < N; j++)
#define UPDATE C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];

// The counter is narrower than the bound.
// CHECK-LABEL: GEMM nests of 'unsigned_below_size_t':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = {{.*}}%M{{.*}}, n = {{.*}}%N{{.*}}, k = {{.*}}%K
// CHECK: must not wrap (unsigned i32): 1 + i*(1) + j*(0) + k*(0)
// CHECK-NEXT: must not wrap (unsigned i32): 1 + i*(0) + j*(1) + k*(0)
// CHECK-NEXT: must not wrap (unsigned i32): 1 + i*(0) + j*(0) + k*(1)
void unsigned_below_size_t(ARGS(size_t)) {
  I(unsigned) J(unsigned) for (unsigned k = 0; k < K; k++) UPDATE
}

// The last step may pass the end of the type.
// CHECK-LABEL: GEMM nests of 'step_3':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %M, n = %N, k = (1 + {{.*}}-3 + (3 umax %K){{.*}} /u 3
// CHECK: must not wrap (unsigned i64): 3 + i*(0) + j*(0) + k*(3)
void step_3(ARGS(size_t)) {
  I(size_t) J(size_t) for (size_t k = 0; k < K; k += 3) UPDATE
}

// CHECK-LABEL: GEMM nests of 'step_at_run_time':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %M, n = %N, k = {{.*}} /u %by
// CHECK: must not wrap (unsigned i64): %by + i*(0) + j*(0) + k*(%by)
// CHECK-NEXT: if %by sgt 0
void step_at_run_time(ARGS(size_t), size_t by) {
  I(size_t) J(size_t) for (size_t k = 0; k < K; k += by) UPDATE
}

// A pointer has to meet its end.
// CHECK-LABEL: GEMM nests of 'until_end':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = {{.*}} /u (4 * %lda)
// CHECK: P: float at %A + i*((4 * %lda)) + k*(4)
// CHECK: C: float at %C + i*((4 * %ldc)) + j*(4)
// CHECK: if {{.*}} eq
// CHECK: if (4 * %lda) ne 0
void until_end(ARGS(long)) {
  for (const float *a = A; a != A + M * lda; a += lda, C += ldc)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[j] += a[k] * B[k * ldb + j];
}

// The divisor is zero only where nobody divides.
// CHECK-LABEL: GEMM nests of 'divided':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %M, n = %N, k = {{.*}}(%K /u %d)
// CHECK: if %d ne 0
void divided(ARGS(size_t), size_t d) {
  I(size_t) J(size_t) for (size_t k = 0; k < K / d; k++) UPDATE
}

// CHECK-LABEL: GEMM nests of 'divided_signed':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %M, n = %N, k = {{.*}}(%K /u %d)
// CHECK: if %K sge 0
// CHECK-NEXT: if %d sgt 0
// CHECK-NEXT: if %d ne 0
void divided_signed(ARGS(long), long d) {
  I(long) J(long) for (long k = 0; k < K / d; k++) UPDATE
}

// Both ends of a row move, and their distance does not.
// CHECK-LABEL: GEMM nests of 'ends_move':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK: guard: {{.*}}%K) eq 0 is false
void ends_move(ARGS(size_t)) {
  I(size_t) J(size_t) {
    float s = 0;
    const float *b = B + j;
    for (const float *a = A + i * K, *e = A + (i + 1) * K; a != e; a++, b += ldb)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'fma_by_hand':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), {{.*}}, in source order, fused
void fma_by_hand(ARGS(long)) {
  I(long)
  J(long) for (long k = 0; k < K; k++) C[i * ldc + j] =
      fmaf(A[i * lda + k], B[k * ldb + j], C[i * ldc + j]);
}

// CHECK-LABEL: GEMM nests of 'prefetches':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
void prefetches(ARGS(long)) {
  I(long) J(long) for (long k = 0; k < K; k++) {
    __builtin_prefetch(&A[i * lda + k + 64]);
    UPDATE
  }
}
