//===- partial-sums.c - A sum for each copy of an unrolled body ------------===//
//
// Sums that are only added up, in any order, are one sum. Floats are in
// test/recognize/unrolled.c and below; integers need no flag.
//
// DEFINE: %{nests} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s
// RUN: %{nests} -DT=int | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,INT
// RUN: %{nests} -DT=float -ffast-math | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: %{nests} -DT=float | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefix=STRICT
//
// STRICT-NOT: GEMM nest at
// STRICT-LABEL: GEMM nests of 'by_2':
// STRICT-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
// STRICT-NOT: GEMM nest at
// STRICT-LABEL: GEMM nests of 'tiles_of_k':
// STRICT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)),
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, const T *restrict A, long lda, const T *restrict B,  \
      long ldb, T *restrict C, long ldc
#define IJ for (long i = 0; i < M; i++) for (long j = 0; j < N; j++)
#define BY(U) for (long k = 0; k < K / U * U; k += U)
#define C_ C[i * ldc + j]
#define ADD(s, k) s += A[i * lda + (k)] * B[(k) * ldb + j];

// CHECK-LABEL: GEMM nests of 'by_2':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = (2 + (2 * {{.*}}
// CHECK-NEXT: P: {{.*}} at %A + i*((4 * %lda)) + k*(4)
// CHECK-NEXT: Q: {{.*}} at %B + j*(4) + k*((4 * %ldb))
// INT-NEXT: start: i32 0
// FAST-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: the sum
void by_2(ARGS) {
  IJ {
    T s = 0, t = 0;
    BY(2) { ADD(s, k) ADD(t, k + 1) }
    C_ = s + t;
  }
}
// CHECK-LABEL: GEMM nests of 'one_starts_from_c':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = (2 + (2 * {{.*}}
// CHECK: start: C
// CHECK-NEXT: final: the sum
void one_starts_from_c(ARGS) {
  IJ {
    T s = 0, t = C_;
    BY(2) { ADD(s, k) ADD(t, k + 1) }
    C_ = s + t;
  }
}
// CHECK-LABEL: GEMM nests of 'among_others':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = (2 + (2 * {{.*}}
// CHECK: reads C,
void among_others(ARGS) {
  IJ {
    T s = 0, t = 0;
    BY(2) { ADD(s, k) ADD(t, k + 1) }
    C_ = C_ - s - t;
  }
}
// CHECK-LABEL: GEMM nests of 'rest_goes_on_with_one':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = {{.*}} smax %K
// CHECK: final: the sum
// CHECK: if {{.*}} smax %K{{.*}} ule
void rest_goes_on_with_one(ARGS) {
  IJ {
    T s = 0, t = 0;
    long k = 0;
    for (; k + 1 < K; k += 2) { ADD(s, k) ADD(t, k + 1) }
    for (; k < K; k++) { ADD(s, k) }
    C_ = s + t;
  }
}
// CHECK-LABEL: GEMM nests of 'rest_goes_on_with_all':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = {{.*}} smax %K
// CHECK: final: the sum
// CHECK: if {{.*}} smax %K{{.*}} ule
void rest_goes_on_with_all(ARGS) {
  IJ {
    T s = 0, t = 0;
    long k = 0;
    for (; k + 1 < K; k += 2) { ADD(s, k) ADD(t, k + 1) }
    T all = s + t;
    for (; k < K; k++) { ADD(all, k) }
    C_ = all;
  }
}
// CHECK-LABEL: GEMM nests of 'rest_by_itself':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = {{.*}} smax %K
// CHECK: final: the sum
// CHECK: if {{.*}} smax %K{{.*}} ule
void rest_by_itself(ARGS) {
  IJ {
    T s = 0, t = 0, r = 0;
    long k = 0;
    for (; k + 1 < K; k += 2) { ADD(s, k) ADD(t, k + 1) }
    for (; k < K; k++) { ADD(r, k) }
    C_ = s + t + r;
  }
}

// CHECK-LABEL: GEMM nests of 'tiles_of_k':
// CHECK: GEMM nest at %{{.*}}: {{int32|float}} C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = {{.*}}%K
// CHECK: start: C
// CHECK-NEXT: final: the sum
void tiles_of_k(ARGS) {
  for (long kk = 0; kk < K; kk += 32)
    IJ {
      T s = 0;
      for (long k = kk; k < (kk + 32 < K ? kk + 32 : K); k++) { ADD(s, k) }
      C_ += s;
    }
}

// CHECK-LABEL: GEMM nests of 'difference':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void difference(ARGS) {
  IJ {
    T s = 0, t = 0;
    BY(2) { ADD(s, k) ADD(t, k + 1) }
    C_ = s - t;
  }
}
// CHECK-LABEL: GEMM nests of 'one_counts_twice':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void one_counts_twice(ARGS) {
  IJ {
    T s = 0, t = 0;
    BY(2) { ADD(s, k) ADD(t, k + 1) }
    C_ = s + t + s;
  }
}
// CHECK-LABEL: GEMM nests of 'both_start_from_something':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void both_start_from_something(ARGS) {
  IJ {
    T s = C_, t = 1;
    BY(2) { ADD(s, k) ADD(t, k + 1) }
    C_ = s + t;
  }
}
// CHECK-LABEL: GEMM nests of 'leaves_one_out':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void leaves_one_out(ARGS) {
  IJ {
    T s = 0, t = 0;
    BY(3) { ADD(s, k) ADD(t, k + 1) }
    C_ = s + t;
  }
}
