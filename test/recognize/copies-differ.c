// Copies in the body of an unrolled loop that differ in one thing.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-strict-aliasing \
// RUN:   -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define J2 for (long j = 0; j < N / 2 * 2; j += 2)
#define L for (long k = 0; k < K; k++)
#define L2 for (long k = 0; k < K / 2 * 2; k += 2)
#define A_(k) A[i * K + (k)]
#define B_(k) B[(k) * N + j]
#define C_ C[i * N + j]
#define INTS long M, long N, long K, const int *restrict A, const int *restrict B, int *restrict C
#define ARGS long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C

/// Factors besides the two operands, and what may be done with them.
static float fast(float x, float y) {
#pragma clang fp reassociate(on) contract(fast)
  return x * y;
}
static float slow(float x, float y) {
#pragma clang fp reassociate(on) contract(off)
  return x * y;
}
// CHECK-LABEL: GEMM nests of 'more_times':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{.*}} + sum A(i,k)*B(k,j) + A'(i,k)*B'(k,j),
void more_times(INTS, const int *restrict x) { I J { int s = 0; L2 { s += A_(k) * B_(k); s += A_(k + 1) * B_(k + 1) * x[i]; } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'same_times':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, any order, not fused
// CHECK: if (1 + ((-1 + (2 smax (2 * %div)<nsw>))<nsw> /u 2))<nuw><nsw> ule 144115188075855871
void same_times(ARGS, const float *restrict x) { I J { float s = 0; L2 { _Pragma("clang fp reassociate(on) contract(off)") s += x[i] * slow(A_(k), B_(k)); s += x[i] * slow(A_(k + 1), B_(k + 1)); } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'other_times_arg':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_times_arg(ARGS, float x, float y) { I J { float s = 0; L2 { _Pragma("clang fp reassociate(on) contract(off)") s += x * slow(A_(k), B_(k)); s += y * slow(A_(k + 1), B_(k + 1)); } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'inner_flags':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void inner_flags(ARGS, const float *restrict x) { I J { float s = 0; L2 { _Pragma("clang fp reassociate(on) contract(fast)") s += x[i] * fast(A_(k), B_(k)); s += x[i] * slow(A_(k + 1), B_(k + 1)); } C_ = s; } }

/// What is made of the sums.
// CHECK-LABEL: GEMM nests of 'final_same':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: if (1 + ((-1 + (2 smax (2 * %div)<nsw>))<nsw> /u 2))<nuw><nsw> ule 144115188075855871
void final_same(ARGS, float alpha) { I J2 { float s = 0, t = 0; L { s += A_(k) * B_(k); t += A_(k) * B[k*N+j+1]; } C_ = alpha / s; C[i * N + j + 1] = alpha / t; } }
// CHECK-LABEL: GEMM nests of 'final_sums':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void final_sums(ARGS, float alpha) { I J2 { float s = 0, t = 0; L { s += A_(k) * B_(k); t += A_(k) * B[k*N+j+1]; } C_ = alpha / s; C[i * N + j + 1] = t / t; } }

/// Elements and results of other types, at the right places.
typedef _BitInt(16) half;
// CHECK-LABEL: GEMM nests of 'other_element':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_element(long M, long N, long K, const int *restrict A, const int *restrict B, long *restrict C) { I J { long s = 0; L2 { s += A_(k) * B[j * K + k]; s += *(half *)&A_(k + 1) * *(half *)&B[j * K + k + 1]; } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'other_sum':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_sum(long M, long N, long K, const half *restrict A, const half *restrict B, char *restrict C) { for (long i = 0; i < M; i++) for (long j = 0; j < N / 2 * 2; j += 2) { for (long k = 0; k < K; k++) { *(int *)(C + 8 * (i * N + j)) += A[i * K + k] * B[j * K + k];  *(long *)(C + 8 * (i * N + j) + 8) += A[i*K+k] * B[j*K + K + k]; } } }

/// Rows that are computed, and copies that are as far apart as the loop goes, perhaps.
// CHECK-LABEL: GEMM nests of 'computed_row':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void computed_row(long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C) { for (long i = 0; i < M; i++) for (long j = 0; j < N; j ++) { float s = 0; for (unsigned long k = 0; k < K / 2 * 2; k+=2) { unsigned long q = k / 6 * 7; s += A[i * K + q + k] * B[j * K + k]; s += A[i*K+q + k + 1] * B[j*K + k + 1]; } C[i * N + j] = s; } }
// CHECK-LABEL: GEMM nests of 'step_const':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void step_const(ARGS, int st) { I J { float s = 0; for (long k = 0; k < 4096; k += 64l + (unsigned)st) { s += A_(k) * B[j * K + k]; s += A_(k + 1) * B[j * K + k + 1]; } C_ = s; } }
