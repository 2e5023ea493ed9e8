//===- contraction.c - Fusing that only the code generator decides --------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -ffp-contract=fast -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -ffp-contract=fast -flto -S \
// RUN:   -emit-llvm -o - %s | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck --check-prefix=LTO-CHECK %s
// LTO-CHECK: GEMM nests of 'run_time_k':
// LTO-CHECK-NEXT: no nest at %{{.*}}: contraction is left to the code generator, which fuses differently once full link-time optimization vectorizes; build with -ffp-contract=on or off, or with -flto=thin
//
//===----------------------------------------------------------------------===//

#define I for (int i = 0; i < M; i++)
#define J for (int j = 0; j < N; j++)
#define L for (int k = 0; k < K; k++)

// CHECK-LABEL: GEMM nests of 'run_time_k':
// CHECK-NEXT: GEMM nest at
void run_time_k(int M, int N, int K, const float *A, const float *B, float *C) {
  I J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'short_k':
// CHECK-NEXT: no nest at %{{.*}}: the k loop is short and constant, and contraction is left to the code generator, which fuses differently once it is unrolled
void short_k(int M, int N, const float *A, const float *B, float *C) {
  I J for (int k = 0; k < 4; k++) C[i * N + j] += A[i * 4 + k] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'long_k':
// CHECK-NEXT: GEMM nest at
void long_k(int M, int N, const float *A, const float *B, float *C) {
  I J for (int k = 0; k < 100; k++)
      C[i * N + j] += A[i * 100 + k] * B[k * N + j];
}

// A product that is computed in another block than the sum is not fused.
// CHECK-LABEL: GEMM nests of 'hoisted_product':
// CHECK-NEXT: no nest at %{{.*}}: an operand adds to a product that is needed elsewhere too, and contraction is left to the code generator
void hoisted_product(int M, int N, int K, const float *restrict A,
                     const float *restrict B, float *restrict C, float alpha,
                     const float *restrict bias) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s + alpha * bias[i];
  }
}

// CHECK-LABEL: GEMM nests of 'fused_bias':
// CHECK-NEXT: GEMM nest at
void fused_bias(int M, int N, int K, const float *restrict A,
                const float *restrict B, float *restrict C, float alpha,
                const float *restrict bias) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s + alpha * bias[j];
  }
}

// LLVM may multiply the four pairs in one vector and add up after that.
// CHECK-LABEL: GEMM nests of 'unrolled_k':
// CHECK-NEXT: no nest at %{{.*}}: the k loop is unrolled, and contraction is left to the code generator, which fuses differently once it is vectorized; do not unroll it
void unrolled_k(long M, long N, long K, const float *A, const float *B,
                float *C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      float s = 0;
      for (long k = 0; k < K / 2 * 2; k += 2) {
        s += A[i * K + k] * B[j * K + k];
        s += A[i * K + k + 1] * B[j * K + k + 1];
      }
      C[i * N + j] = s;
    }
}

// CHECK-LABEL: GEMM nests of 'shared_product':
// CHECK-NEXT: no nest at %{{.*}}: an operand adds to a product that is needed elsewhere too, and contraction is left to the code generator
void shared_product(int M, int N, int K, const float *A, const float *B,
                    float *C, const float *S, const float *T) {
  I J {
    float s = 0;
    L {
      float w = S[k] * T[k];
      s += (A[i * K + k] + w) * (B[k * N + j] + w);
    }
    C[i * N + j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'downward':
// CHECK-NEXT: no nest at %{{.*}}: the inner loop runs downward through an array, and contraction is left to the code generator, which fuses differently once it is vectorized; count upward
void downward(long M, long N, long K, const float *A, const float *B,
              float *C) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++)
      for (long j = N; j-- > 0;)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'downward_outside':
// CHECK-NEXT: GEMM nest at
void downward_outside(long M, long N, long K, const float *A, const float *B,
                      float *C) {
  for (long i = M; i-- > 0;)
    for (long k = 0; k < K; k++)
      for (long j = 0; j < N; j++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// No addition of a product, or not to be contracted: the product may be computed
// anywhere.
#define SUM                                                                    \
  float s = 0;                                                                 \
  L s += A[i * K + k] * B[k * N + j];
#define OFF _Pragma("clang fp contract(off)")
// CHECK-LABEL: GEMM nests of 'scaled_by_product':
// CHECK-NEXT: GEMM nest at
void scaled_by_product(int M, int N, int K, const float *restrict A,
                       const float *restrict B, float *restrict C, float alpha,
                       const float *restrict bias) {
  I J { SUM C[i * N + j] = s * (alpha * bias[i]); }
}
// CHECK-LABEL: GEMM nests of 'addition_alone':
// CHECK-NEXT: GEMM nest at
void addition_alone(int M, int N, int K, const float *restrict A,
                    const float *restrict B, float *restrict C, float alpha,
                    const float *restrict bias) {
  I J {
    float t = alpha * bias[i];
    SUM { OFF C[i * N + j] = s + t; }
  }
}
// CHECK-LABEL: GEMM nests of 'product_alone':
// CHECK-NEXT: GEMM nest at
void product_alone(int M, int N, int K, const float *restrict A,
                   const float *restrict B, float *restrict C, float alpha,
                   const float *restrict bias) {
  I J {
    float t;
    { OFF t = alpha * bias[i]; }
    SUM C[i * N + j] = s + t;
  }
}

// One of the three runs downward.
// CHECK-LABEL: GEMM nests of 'left_downward':
// CHECK-NEXT: no nest at %{{.*}}: the inner loop runs downward through an array, and contraction is left to the code generator, which fuses differently once it is vectorized; count upward
void left_downward(int M, int N, int K, const float *restrict A,
                   const float *restrict B, float *restrict C) {
  I J {
    float s = 0;
    for (int k = K - 1; k >= 0; k--)
      s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'right_downward':
// CHECK-NEXT: no nest at %{{.*}}: the inner loop runs downward through an array, and contraction is left to the code generator, which fuses differently once it is vectorized; count upward
void right_downward(int M, int N, int K, const float *restrict A,
                    const float *restrict B, float *restrict C) {
  I J {
    float s = 0;
    for (int k = K - 1; k >= 0; k--)
      s += A[k * M + i] * B[j * K + k];
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'result_downward':
// CHECK-NEXT: no nest at %{{.*}}: the inner loop runs downward through an array, and contraction is left to the code generator, which fuses differently once it is vectorized; count upward
void result_downward(int M, int N, int K, const float *restrict A,
                     const float *restrict B, float *restrict C) {
  I L for (int j = N - 1; j >= 0; j--) C[i * N + j] +=
      A[i * K + k] * B[j * K + k];
}

// A pragma takes the flags away, and -ffp-contract=fast fuses all the same.
// CHECK-LABEL: GEMM nests of 'switched_off':
// CHECK-NEXT: no nest at %{{.*}}: contraction is off here and on elsewhere in the module; with -ffp-contract=fast the code generator fuses anyway, and other operations when the code changes
void switched_off(int M, int N, int K, const float *A, const float *B, float *C) {
#pragma STDC FP_CONTRACT OFF
  I J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'batch_innermost':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), a batch over 1 loop,
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + {{.*}} along the batch
void batch_innermost(int M, int N, int K, const float *restrict A,
                     const float *restrict B, float *restrict C, int batch) {
  I J L for (int b = 0; b < batch; b++) C[(i * N + j) * batch + b] +=
      A[(b * M + i) * K + k] * B[(b * K + k) * N + j];
}

// CHECK-LABEL: GEMM nests of 'batch_innermost_downward':
// CHECK-NEXT: no nest at %{{.*}}: the inner loop runs downward through an array, and contraction is left to the code generator, which fuses differently once it is vectorized; count upward
void batch_innermost_downward(int M, int N, int K, const float *restrict A,
                              const float *restrict B, float *restrict C,
                              int batch) {
  I J L for (int b = batch; b-- > 0;) C[(i * N + j) * batch + b] +=
      A[(i * K + k) * batch + b] * B[(k * N + j) * batch + b];
}

// Once the loop over j is unrolled, LLVM vectorizes that over the batch, and
// shuffles products.
// CHECK-LABEL: GEMM nests of 'batch_inside':
// CHECK-NEXT: no nest at %{{.*}}: both operands move with a loop that is not around all others, and contraction is left to the code generator, which fuses differently once that loop is vectorized; put it outside
void batch_inside(int M, int N, int K, const float *restrict A,
                  const float *restrict B, float *restrict C, int batch) {
  I L for (int b = 0; b < batch; b++) for (int j = 0; j < 3;
                                           j++) C[(i * 3 + j) * batch + b] +=
      A[(i * K + k) * batch + b] * B[(k * 3 + j) * batch + b];
}

// Which of two products is fused depends on what LLVM vectorizes.
// CHECK-LABEL: GEMM nests of 'complex_elements':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products, as with complex elements, and contraction is left to the code generator, which chooses the one that is fused; build with -ffp-contract=off
void complex_elements(int M, int N, int K, const float *restrict A,
                      const float *restrict B, float *restrict C) {
  I J {
    float re = 0, im = 0;
    L {
      const float *a = A + 2 * (i * K + k), *b = B + 2 * (k * N + j);
      re += a[0] * b[0] - a[1] * b[1];
      im += a[0] * b[1] + a[1] * b[0];
    }
    C[2 * (i * N + j)] = re;
    C[2 * (i * N + j) + 1] = im;
  }
}

// So it does for products of real elements, if their factors are computed alike.
// CHECK-LABEL: GEMM nests of 'scaled_alike':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products, as with complex elements, and contraction is left to the code generator, which chooses the one that is fused; build with -ffp-contract=off
void scaled_alike(int N, int K, float alpha, const float *restrict A,
                  const float *restrict B, float *restrict C) {
  for (int j = 0; j < N; j++) L {
    const float x = alpha * B[k * N + j], y = alpha * A[k * N + j];
    for (int i = 0; i < N; i++) {
      C[j * N + i] += A[k * N + i] * x;
      C[j * N + i] += B[k * N + i] * y;
    }
  }
}
// CHECK-LABEL: GEMM nests of 'side_by_side':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products, as with complex elements, and contraction is left to the code generator, which chooses the one that is fused; build with -ffp-contract=off
void side_by_side(int N, int K, const float *restrict A,
                  const float *restrict B, const float *restrict D,
                  float *restrict C) {
  for (int j = 0; j < N; j++) L for (int i = 0; i < N; i++) {
    C[j * N + i] += A[(k * N + i) * 2] * B[k * N + j];
    C[j * N + i] += A[(k * N + i) * 2 + 1] * D[k * N + j];
  }
}
// CHECK-LABEL: GEMM nests of 'elements_apart':
// CHECK-NEXT: GEMM nest at
void elements_apart(int N, int K, const float *restrict A,
                    const float *restrict B, float *restrict C) {
  for (int j = 0; j < N; j++) L for (int i = 0; i < N; i++) {
    C[j * N + i] += A[k * N + i] * B[k * N + j];
    C[j * N + i] += B[k * N + i] * A[k * N + j];
  }
}

// One of them is computed before the innermost loop.
// CHECK-LABEL: GEMM nests of 'complex_by_real':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products, as with complex elements, and contraction is left to the code generator, which chooses the one that is fused; build with -ffp-contract=off
void complex_by_real(int M, int N, int K, const float *restrict A,
                     const float *restrict B, float *restrict C) {
  for (int j = 0; j < N; j++) L {
    const float *b = B + 2 * (j * K + k);
    I {
      const float a = A[k * M + i];
      C[2 * (j * M + i)] += a * b[0] - 0 * b[1];
      C[2 * (j * M + i) + 1] += a * b[1] + 0 * b[0];
    }
  }
}
