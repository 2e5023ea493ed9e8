//===- approximations.c - What flags leave to the code generator ----------===//
//
// DEFINE: %{flags} =
// DEFINE: %{nests} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 \
// DEFINE:   -fno-unroll-loops -fno-vectorize -fno-math-errno %{flags} -S \
// DEFINE:   -emit-llvm -o - %s | %opt -passes='print<gemmify-nests>' -disable-output \
// DEFINE:   2>&1 | FileCheck %s
//
// RUN: %{nests} --check-prefixes=CHECK,EXACT,ROOT
// REDEFINE: %{flags} = -fno-signed-zeros -ffinite-math-only
// RUN: %{nests} --check-prefixes=CHECK,EXACT,ROOT
// REDEFINE: %{flags} = -ffast-math
// RUN: %{nests} --check-prefixes=CHECK,EXACT,ROOT
// REDEFINE: %{flags} = -freciprocal-math
// RUN: %{nests} --check-prefixes=CHECK,DIVIDED-CHECK,ROOT
// REDEFINE: %{flags} = -fapprox-func
// RUN: %{nests} --check-prefixes=CHECK,EXACT,FUNCTION-CHECK
//
//===----------------------------------------------------------------------===//

#define SUM(NAME, P, FINAL)                                                    \
  void NAME(int M, int N, int K, const float *restrict A,                      \
            const float *restrict B, const float *restrict X,                  \
            float *restrict C) {                                               \
    for (int i = 0; i < M; i++)                                                \
      for (int j = 0; j < N; j++) {                                            \
        float s = 0;                                                           \
        for (int k = 0; k < K; k++)                                            \
          s += (P)*B[k * N + j];                                               \
        FINAL;                                                                 \
      }                                                                        \
  }
#define A_ A[i * K + k]
#define C_ C[i * N + j]

// CHECK-LABEL: GEMM nests of 'divided':
// EXACT-NEXT: GEMM nest at
// DIVIDED-CHECK-NEXT: no nest at %{{.*}}: a division or a function may be approximated, and the code generator decides where; build without -freciprocal-math and -fapprox-func, or allow any order with -fassociative-math
SUM(divided, A_ / X[k] + 1, C_ = s)

// CHECK-LABEL: GEMM nests of 'final':
// EXACT-NEXT: GEMM nest at
// DIVIDED-CHECK-NEXT: no nest at %{{.*}}: a division or a function may be approximated, and the code generator decides where; build without -freciprocal-math and -fapprox-func, or allow any order with -fassociative-math
SUM(final, A_, C_ = s / X[j])

// What stands beside the product is compiled in other loops afterwards.
// CHECK-LABEL: GEMM nests of 'beside':
// EXACT-NEXT: GEMM nest at
// DIVIDED-CHECK-NEXT: no nest at %{{.*}}: a division or a function may be approximated, and the code generator decides where; build without -freciprocal-math and -fapprox-func, or allow any order with -fassociative-math
void beside(int M, int N, int K, const float *restrict A,
            const float *restrict B, const float *restrict X, float *restrict C,
            float *restrict D) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      float s = 0;
      for (int k = 0; k < K; k++)
        s += A_ * B[k * N + j];
      C_ = s;
      D[i * N + j] = X[i * N + j] / X[j];
    }
}

// CHECK-LABEL: GEMM nests of 'root':
// ROOT-NEXT: GEMM nest at
// FUNCTION-CHECK-NEXT: no nest at %{{.*}}: a division or a function may be approximated, and the code generator decides where; build without -freciprocal-math and -fapprox-func, or allow any order with -fassociative-math
SUM(root, __builtin_sqrtf(A_), C_ = s)

// CHECK-LABEL: GEMM nests of 'power':
// ROOT-NEXT: GEMM nest at
// FUNCTION-CHECK-NEXT: no nest at %{{.*}}: a division or a function may be approximated, and the code generator decides where; build without -freciprocal-math and -fapprox-func, or allow any order with -fassociative-math
SUM(power, A_, C_ = __builtin_powf(s, X[j]))

// Computed to the last bit with all flags.
// CHECK-LABEL: GEMM nests of 'rounded':
// CHECK-NEXT: GEMM nest at
SUM(rounded, __builtin_floorf(A_), C_ = __builtin_fmaxf(__builtin_fabsf(s) * 0.5f, 1))
