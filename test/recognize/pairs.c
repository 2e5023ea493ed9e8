// Accesses of the product and of the rest of its nest that must not meet.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-strict-aliasing \
// RUN:   -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// The same where loops test at their top.
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -Xclang -disable-llvm-passes \
// RUN:   -fno-discard-value-names -DTOP -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='sroa,instcombine,simplifycfg,loop-simplify,print<gemmify-nests>' \
// RUN:     -disable-output 2>&1 | FileCheck %s --check-prefix=TOP

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define SUM float s = 0; L s += A[i * K + k] * B[k * N + j];
#define C_ C[i * N + j]
#define SIZES long M, long N, long K
#define ARGS SIZES, const float *restrict A, const float *restrict B, float *C, float *D

#ifndef TOP

/// What C must be apart from.
// CHECK-LABEL: GEMM nests of 'finals':
// CHECK-NEXT: GEMM nest at
// CHECK: C must be apart from float at %A + i*((4 * %K)) + k*(4)
// CHECK: C must be apart from float at %B + j*(4) + k*((4 * %N))
// CHECK: C must be apart from float at %D + j*(4)
// CHECK-NOT: apart
void finals(SIZES, const float *A, const float *B, float *C, const float *D) { I J { SUM C_ = s + D[j]; } }

/// A pointer that the nest moves may be another one in another iteration.
// CHECK-LABEL: GEMM nests of 'running':
// CHECK: C must be apart from float at %A + i*((4 * %K)) + k*(4)
// CHECK-NOT: apart
void running(SIZES, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++, A += K) J { float s = 0; L s += A[k] * B[k * N + j]; C_ = s; }
}

/// Accesses that differ in one thing are two.
// CHECK-LABEL: GEMM nests of 'twice':
// CHECK-NEXT: GEMM nest at
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NOT: apart
void twice(ARGS) { I J { D[i * N + j] = 1; SUM C_ = s; D[i * N + j] += s + 1; } }
// CHECK-LABEL: GEMM nests of 'strides':
// CHECK-NEXT: GEMM nest at
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at %D + %M * ((4 * %N)) + %N * (8)
// CHECK-NOT: apart
void strides(ARGS) { I J { SUM C_ = s; D[i * N + j] = s; D[i * N + 2 * j] += 2; } }
// CHECK-LABEL: GEMM nests of 'elements':
// CHECK-NEXT: GEMM nest at
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of double at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NOT: apart
void elements(ARGS) { I J { SUM C_ = s; D[i * N + j] = s; *(double *)&D[i * N + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'element_reads':
// CHECK-NEXT: GEMM nest at
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of double at %E + %M * (%N) + %N * (1)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: read of double at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: read of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NOT: apart
void element_reads(ARGS, char *E) { I J { SUM C_ = s; *(double *)&E[i * N + j] = D[i * N + j] + *(double *)&D[i * N + j]; } }
// CHECK-LABEL: GEMM nests of 'loops':
// CHECK-NEXT: GEMM nest at
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at %D + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at %D + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at ((4 * %N) + %D) + %N * (4)
// CHECK-NOT: apart
void loops(ARGS) { I { J { SUM C_ = s; } for (long x = 0; x < N; x++) D[x] = 1; for (long x = 0; x < N; x++) { D[x] *= 2; D[x + N] = D[x]; } } }
// CHECK-LABEL: GEMM nests of 'lengths':
// CHECK-NEXT: GEMM nest at
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of i8 at %D + %x * (1)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of i8 at %D + %y * (1)
// CHECK-NOT: apart
void lengths(ARGS, long x, long y) { I { J { SUM C_ = s; } __builtin_memset(D, 1, x); __builtin_memset(D, 2, y); } }

/// Quotients that the guard tests, or does not; what is left when others cancel.
// CHECK-LABEL: GEMM nests of 'div_both_const':
// CHECK-NEXT: GEMM nest at
// CHECK: C must be apart from i32 at %p
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at ((4 * ((sext i32 %{{[0-9]+}} to i64) /u 3)) + %D) + %N * (4)
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: read of i32 at %p
// CHECK-NEXT: read of i32 at %p; apart: write of float at ((4 * ((sext i32 %{{[0-9]+}} to i64) /u 3)) + %D) + %N * (4)
// CHECK-NOT: apart
void div_both_const(SIZES, const float *restrict A, const float *restrict B, float *C, float *D, const int *p) { I { long n = *p; J { float s = 0; L s += A[i * K + k] * B[k * N + j + n / 3]; C_ = s; D[j + n / 3] += 1; } } }
// CHECK-LABEL: GEMM nests of 'cancelled_start':
// CHECK-NEXT: GEMM nest at
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK-NOT: apart
void cancelled_start(ARGS, unsigned x) { I { unsigned q = (unsigned)N / x; J { SUM C_ = s; D[(unsigned long)(q + (unsigned)j) - q] += 1; } } }
// CHECK-LABEL: GEMM nests of 'cancelled_stride':
// CHECK-NEXT: GEMM nest at
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK-NOT: apart
void cancelled_stride(ARGS, unsigned x) { for (unsigned i = 0; i < (unsigned)M; i++) { unsigned q = (unsigned)N / x; J { SUM C_ = s; } D[(unsigned long)(i * q) - (unsigned long)(i * q + 5) + i + 5] += 1; } }
// CHECK-LABEL: GEMM nests of 'div_rest_load':
// CHECK-NEXT: GEMM nest at
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: C must be apart from i32 at %p
// CHECK: write of float at %C + %M * ((4 * %N)) + %N * (4); apart: write of float at %D + %N * (4)
// CHECK-NOT: apart
void div_rest_load(SIZES, const float *restrict A, const float *restrict B, float *C, float *D, const float *E, const int *p) { I { long n = *p; J { float s = 0; L s += A[i * K + k] * B[k * N + j + n / 3]; C_ = s; D[j] = E[j + (n - 7) / 3]; } } }

#else

/// A loop that runs once, and a load that is hoisted and one that is not.
// TOP-LABEL: GEMM nests of 'once':
// TOP-NEXT: GEMM nest at
// TOP: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
// TOP: read of i64 at %n; apart: write of i64 at %n
// TOP-NOT: apart
void once(SIZES, const long *restrict A, const long *restrict B, long *restrict C, long *n) { for (unsigned long i = 0; i < 1; i++) { unsigned long m = *n; for (unsigned long j = 0; j < m; j++) { long s = 0; for (unsigned long k = 0; k < K; k++) s += A[i * K + k] * B[k * N + j]; C_ = s; } n[0] = 5; } }
// TOP-LABEL: GEMM nests of 'twice_read':
// TOP-NEXT: GEMM nest at
// TOP: read of i64 at %n; apart: write of i64 at %n + (0 smax %M) * ((8 * %N))
// TOP-NEXT: read of i64 at %n; apart: write of i64 at %n + (0 smax %M) * ((8 * %N))
// TOP-NOT: apart
void twice_read(SIZES, const long *restrict A, const long *restrict B, long *restrict C, long *n) { I { J { long m = *n, s = 0; for (long k = 0; k < m; k++) s += A[i * K + k] * B[k * N + j]; C_ = s * *n; } n[N * i] += 5; } }

/// Read once more than the loop runs.
// TOP-LABEL: GEMM nests of 'header_load':
// TOP-NEXT: GEMM nest at
// TOP: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// TOP: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of float at %D + %M * (4)
// TOP-NOT: apart
void header_load(SIZES, const float *restrict A, const float *restrict B, float *C, float *D, float *E) { float x; for (unsigned long i = 0; x = E[i], i < M; i++) { for (unsigned long j = 0; j < N; j++) { float s = 0; for (unsigned long k = 0; k < K; k++) s += A[i * K + k] * B[k * N + j]; C_ = s; } D[i] = x; } }

#endif
