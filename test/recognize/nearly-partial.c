//===- nearly-partial.c - Partial sums that differ in one thing -----------===//
//
// DEFINE: %{nests} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s
// RUN: %{nests} | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SIGNED
// RUN: %{nests} -fno-signed-zeros | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,UNSIGNED
//
// They are one sum where each addition may be done in any order, zeros have no
// sign, and none of them is kept elsewhere in each step.
//
//===----------------------------------------------------------------------===//

#define ARGS long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C
#define INTS long M, long N, long K, const int *A, const int *B, int *C, int *P, int *Q
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k + 1 < K; k += 2)
#define A_(k) A[i * K + (k)]
#define B_(k) B[(k) * N + j]
#define C_ C[i * N + j]
#define ANY _Pragma("clang fp reassociate(on)")

// CHECK-LABEL: GEMM nests of 'any_order':
// SIGNED-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
// UNSIGNED-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void any_order(ARGS) { ANY I J { float s = 0, t = 0; L { s += A_(k) * B_(k); t += A_(k + 1) * B_(k + 1); } C_ = s + t; } }
// CHECK-LABEL: GEMM nests of 'end_in_order':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void end_in_order(ARGS) { I J { float s = 0, t = 0; L { ANY s += A_(k) * B_(k); t += A_(k + 1) * B_(k + 1); } C_ = s + t; } }
// CHECK-LABEL: GEMM nests of 'steps_in_order':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void steps_in_order(ARGS) { I J { float s = 0, t = 0; L { s += A_(k) * B_(k); t += A_(k + 1) * B_(k + 1); } { ANY C_ = s + t; } } }
// CHECK-LABEL: GEMM nests of 'one_in_order':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void one_in_order(ARGS) { I J { float s = 0, t = 0; L { { ANY s += A_(k) * B_(k); } t += A_(k + 1) * B_(k + 1); } { ANY C_ = s + t; } } }
// CHECK-LABEL: GEMM nests of 'kept':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void kept(INTS) { I J { int s = 0, t = 0; L { s += A_(k) * B_(k); *P = s; t += A_(k + 1) * B_(k + 1); *Q = t; } C_ = s + t; } }
