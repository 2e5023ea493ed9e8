//===- triangles.c - Loops whose count moves with another one -------------===//
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

#define ARGS                                                                   \
  long n, long m, long o, long K, const double *restrict A,                    \
      const double *restrict B, double *restrict C, double *restrict D
#define I for (long i = 0; i < n; i++)
#define L for (long k = 0; k < K; k++)
#define STEP C[i * m + j] += A[i * K + k] * B[j * K + k];
#define STEPT C[i * m + j] += A[i * K + k] * B[k * m + j];

// The elements that exist, in a box of n rows.
// CHECK-LABEL: GEMM nests of 'lower':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = %n, k = %K
// CHECK-NEXT: where i - j + (0) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
// CHECK: if %n sge 1
void lower(ARGS) { I for (long j = 0; j <= i; j++) L STEP }
// The first row has none: the box begins with the second.
// CHECK-LABEL: GEMM nests of 'below':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = (-1 + %n), n = (-1 + %n), k = %K
// CHECK-NEXT: where i - j + (0) >= 0
// CHECK: P: double at ((8 * %K) + %A) + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at ((8 * %m) + %C) + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
// CHECK: if (-1 + %n) sge 0
void below(ARGS) { I for (long j = 0; j < i; j++) L STEP }
// Columns are values of j, not numbers of iterations.
// CHECK-LABEL: GEMM nests of 'upper':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = %n, k = %K
// CHECK-NEXT: where -i + j + (0) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
// CHECK: if %n sge 1
void upper(ARGS) { I for (long j = i; j < n; j++) L STEP }
// CHECK-LABEL: GEMM nests of 'falling':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = %n, k = %K
// CHECK-NEXT: where -i - j + ((-1 + %n)) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
void falling(ARGS) { I for (long j = 0; j < n - i; j++) L STEP }
// CHECK-LABEL: GEMM nests of 'right_of_it':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = %n, k = %K
// CHECK-NEXT: where i + j + ((1 + (-1 * %n))) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
// CHECK: if %n sge 1
void right_of_it(ARGS) { I for (long j = n - 1 - i; j < n; j++) L STEP }
// Rows without an element are skipped, how many is known at run time.
// CHECK-LABEL: GEMM nests of 'offset':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = ((-1 * (0 smax (1 + (-1 * %o))))<nsw> + %n), n = (-1 + %n + %o), k = %K
// CHECK-NEXT: where i - j + ((-1 + (0 smax (1 + (-1 * %o))) + %o)) >= 0
// CHECK: P: double at ((8 * (0 smax (1 + (-1 * %o))) * %K) + %A) + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at ((8 * (0 smax (1 + (-1 * %o))) * %m) + %C) + i*((8 * %m)) + j*(8)
// CHECK: if %o sge -281474976710656
// CHECK: if %o sle 281474976710656
// CHECK: if %n ule 281474976710656
void offset(ARGS) { I for (long j = 0; j < i + o; j++) L STEP }
// The box cuts a corner off.
// CHECK-LABEL: GEMM nests of 'cut_off':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = (%n smin %m), k = %K
// CHECK-NEXT: where i - j + (0) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*((8 * %K)) + k*(8)
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if (-1 + %m) sge -281474976710656
// CHECK: if (-1 + %m) sle 281474976710656
// CHECK: if (-1 + %m) sge 0
// CHECK: if %m sge -281474976710656
// CHECK: if %m sle 281474976710656
// CHECK: if (-1 + %n) sge 0
// CHECK: if %n ule 281474976710656
// CHECK: if %n sge 1
void cut_off(ARGS) { I for (long j = 0; j <= i && j < m; j++) L STEP }
// The count is exact where the narrow number is.
// CHECK-LABEL: GEMM nests of 'narrow':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = ((zext i32 %n to i64) + (-1 * (0 smax (1 + (-1 * (sext i32 %o to i64))<nsw>)<nsw>))<nsw>), n = (-1 + (zext i32 %n to i64) + (sext i32 %o to i64)), k = (sext i32 %K to i64)
// CHECK-NEXT: where i - j + ((-1 + (sext i32 %o to i64) + (0 smax (1 + (-1 * (sext i32 %o to i64))<nsw>)<nsw>))) >= 0
// CHECK: P: double at ((8 * (sext i32 %K to i64) * (0 smax (1 + (-1 * (sext i32 %o to i64))<nsw>)<nsw>)) + %A) + i*((8 * (sext i32 %K to i64))<nsw>) + k*(8)
// CHECK: Q: double at %B + j*((8 * (sext i32 %K to i64))<nsw>) + k*(8)
// CHECK: C: double at ((8 * (sext i32 %m to i64) * (0 smax (1 + (-1 * (sext i32 %o to i64))<nsw>)<nsw>)) + %C) + i*((8 * (sext i32 %m to i64))<nsw>) + j*(8)
// CHECK: must not wrap (signed i32): %o + i*(1) + j*(0) + k*(0), i < (zext i32 %n to i64)
void narrow(int n, int m, int o, int K, const double *restrict A, const double *restrict B, double *restrict C) { for (int i = 0; i < n; i++) for (int j = 0; j < i + o; j++) L STEP }
// Where the loop over j is inside, the test may be inside the one over k.
// CHECK-LABEL: GEMM nests of 'in_memory':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = ((-1 + %n) smin %n), n = (-1 + %n), k = %K
// CHECK-NEXT: where -i + j + (0) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at (8 + %B) + j*(8) + k*((8 * %m))
// CHECK: C: double at (8 + %C) + i*((8 * %m)) + j*(8)
// CHECK: if (-1 + %n) sge -281474976710656
// CHECK: if (-1 + %n) sle 281474976710656
// CHECK: if %n ule 281474976710656
void in_memory(ARGS) { I L for (long j = i + 1; j < n; j++) STEPT }
// Start values of the same elements.
// CHECK-LABEL: GEMM nests of 'scaled':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = an expression + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = %n, k = %K
// CHECK-NEXT: where i - j + (0) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*(8) + k*((8 * %m))
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
// CHECK: if %n sge 1
void scaled(ARGS) { I { for (long j = 0; j <= i; j++) C[i * m + j] *= 3; L for (long j = 0; j <= i; j++) STEPT } }
// A memset of what exists of a row.
// CHECK-LABEL: GEMM nests of 'cleared':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %n, n = %n, k = %K
// CHECK-NEXT: where -i + j + (0) >= 0
// CHECK: P: double at %A + i*((8 * %K)) + k*(8)
// CHECK: Q: double at %B + j*(8) + k*((8 * %m))
// CHECK: C: double at %C + i*((8 * %m)) + j*(8)
// CHECK: if %n ule 281474976710656
// CHECK: if %n sge 1
void cleared(ARGS) { I { for (long j = i; j < n; j++) C[i * m + j] = 0; L for (long j = i; j < n; j++) STEPT } }
// The count has to move by one.
// CHECK-LABEL: GEMM nests of 'two_at_once':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void two_at_once(ARGS) { I for (long j = 0; j < 2 * i; j++) L STEP }
// CHECK-LABEL: GEMM nests of 'both_ends':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void both_ends(ARGS) { I for (long j = i; j < n - i; j++) L STEP }
// Where the sum is not as long everywhere, the nest is a staircase.
// CHECK-LABEL: GEMM nests of 'sum':
// CHECK-NEXT: GEMM nest at %gemmify.loop{{.*}}
void sum(ARGS) { I for (long j = 0; j < m; j++) for (long k = 0; k <= i; k++) STEP }
// A test that is not whether the row has elements.
// CHECK-LABEL: GEMM nests of 'another_test':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void another_test(ARGS) { I if (i > 3) for (long j = 0; j <= i; j++) L STEP }
// Rows without elements have to do nothing.
// CHECK-LABEL: GEMM nests of 'otherwise':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void otherwise(ARGS) { I if (i > 0) { for (long j = 0; j < i; j++) L STEP } else D[0] = 1; }
// A row that is scaled without a test has an element there.
// CHECK-LABEL: GEMM nests of 'untested':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void untested(ARGS) { I { long j = 0; do C[i * m + j] *= 3; while (++j < i); L for (long j = 0; j < i; j++) STEPT } }
// Nothing else.
// CHECK-LABEL: GEMM nests of 'beside':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void beside(ARGS) { I { D[i] = 1; for (long j = 0; j <= i; j++) L STEP } }
// CHECK-LABEL: GEMM nests of 'row_pointers':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void row_pointers(long n, long K, double **A, double **C) { I for (long j = 0; j <= i; j++) L C[i][j] += A[i][k] * A[j][k]; }
// Neither are values of j columns, nor numbers of iterations.
// CHECK-LABEL: GEMM nests of 'both_move':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void both_move(ARGS) { I for (long j = 0; j <= i; j++) L C[i * m + j] += A[(i + j) * K + k] * B[j * K + k]; }
// Rows of C are packed.
// CHECK-LABEL: GEMM nests of 'packed':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void packed(ARGS) { double *c = C; I for (long j = 0; j <= i; j++) { double s = 0; L s += A[i * K + k] * B[j * K + k]; *c++ = s; } }
// Both sides are: the product, and then the copies.
// CHECK-LABEL: GEMM nests of 'twice':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j)
void twice(ARGS) { I for (long j = 0; j <= i; j++) { double s = 0; L s += A[i * K + k] * B[j * K + k]; C[i * m + j] = s; C[j * m + i] = s; } }
// The sums are, before all that is made of them.
// CHECK-LABEL: GEMM nests of 'conditional':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j)
void conditional(ARGS) { I for (long j = 0; j <= i; j++) { double s = 0; L s += A[i * K + k] * B[j * K + k]; if (s > 0) C[i * m + j] = s; } }
// CHECK-LABEL: GEMM nests of 'unrolled':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void unrolled(ARGS) { I for (long j = 0; j <= i; j++) for (long k = 0; k < K; k += 2) { STEP C[i * m + j] += A[i * K + k + 1] * B[j * K + k + 1]; } }

