//===- unrolled.c - Loops that the programmer has unrolled ----------------===//
//
// The nest is that of the plain loop: strides are those of one step of the
// index, and the trip count is that of all steps.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, long lda,                   \
      const float *restrict B, long ldb, float *restrict C, long ldc
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L(U) for (long k = 0; k < K / U * U; k += U)
#define A_(i, k) A[(i) * lda + (k)]
#define B_(k, j) B[(k) * ldb + (j)]
#define C_(i, j) C[(i) * ldc + (j)]
#define ADD(s, i, j, k) s += A_(i, k) * B_(k, j);

// CHECK-LABEL: GEMM nests of 'k_by_2':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = %N, k = (2 + (2 * {{.*}}
// CHECK-NEXT: P: float at %A + i*((4 * %lda)) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * %ldb))
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * %ldc)) + j*(4)
void k_by_2(ARGS) {
  I J {
    float s = 0;
    L(2) { ADD(s, i, j, k) ADD(s, i, j, k + 1) }
    C_(i, j) = s;
  }
}
// CHECK-LABEL: GEMM nests of 'j_by_2_and_k_in_memory':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = (2 + (2 * {{.*}}, k = (2 + (2 * {{.*}}
// CHECK-NEXT: P: float at %A + i*((4 * %lda)) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * %ldb))
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * %ldc)) + j*(4)
void j_by_2_and_k_in_memory(ARGS) {
  I L(2) for (long j = 0; j < N / 2 * 2; j += 2) {
    ADD(C_(i, j), i, j, k) ADD(C_(i, j), i, j, k + 1)
    ADD(C_(i, j + 1), i, j + 1, k) ADD(C_(i, j + 1), i, j + 1, k + 1)
  }
}
// CHECK-LABEL: GEMM nests of 'block_3x2':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (3 + (3 * {{.*}}, n = (2 + (2 * {{.*}}, k = %K
// CHECK-NEXT: P: float at %A + i*((4 * %lda)) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * %ldb))
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: {{.*}}
// CHECK-NEXT: reads C, float at %C + i*((4 * %ldc)) + j*(4)
// CHECK-NEXT: C: float at %C + i*((4 * %ldc)) + j*(4)
void block_3x2(ARGS) {
  for (long i = 0; i < M / 3 * 3; i += 3)
    for (long j = 0; j < N / 2 * 2; j += 2) {
      float s[3][2] = {{0}};
      L(1) {
        ADD(s[0][0], i, j, k) ADD(s[0][1], i, j + 1, k)
        ADD(s[1][0], i + 1, j, k) ADD(s[1][1], i + 1, j + 1, k)
        ADD(s[2][0], i + 2, j, k) ADD(s[2][1], i + 2, j + 1, k)
      }
      C_(i, j) += s[0][0];
      C_(i, j + 1) += s[0][1];
      C_(i + 1, j) += s[1][0];
      C_(i + 1, j + 1) += s[1][1];
      C_(i + 2, j) += s[2][0];
      C_(i + 2, j + 1) += s[2][1];
    }
}

// Narrow indices: whether the copies follow each other is known once it is
// known that nothing wraps.
// CHECK-LABEL: GEMM nests of 'narrow':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: must not wrap (signed i34): 4 + i*({{.*}}) + j*(8) + k*(0), j < {{.*}}
// CHECK: if (sext i34 (4 * (sext i32 %ldc to i34))<nsw> to i64) eq (4 * (sext i32 %ldc to i64))<nsw>
void narrow(int M, int N, int K, const float *restrict A, int lda,
            const float *restrict B, int ldb, float *restrict C, int ldc) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N / 2 * 2; j += 2) {
      float s = 0, t = 0;
      for (int k = 0; k < K; k++) {
        ADD(s, i, j, k) ADD(t, i, j + 1, k)
      }
      C_(i, j) = s;
      C_(i, j + 1) = t;
    }
}

// The rest: as many steps as the condition before its loop tells, if that is
// what the loop counts.
// CHECK-LABEL: GEMM nests of 'rest':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = %N, k = {{.*}} smax %K
// CHECK-NEXT: P: float at %A + i*((4 * %lda)) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * %ldb))
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * %ldc)) + j*(4)
// CHECK: if {{.*}} smax %K{{.*}} ule
void rest(ARGS) {
  I J {
    float s = 0;
    long k = 0;
    for (; k + 3 < K; k += 4) {
      ADD(s, i, j, k) ADD(s, i, j, k + 1)
      ADD(s, i, j, k + 2) ADD(s, i, j, k + 3)
    }
    for (; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}

// j: the rest is a product of its own, which begins where the first one ends.
// CHECK-LABEL: GEMM nests of 'rest_of_j':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = (2 + (2 * {{.*}}, k = %K
// CHECK: C: float at %C + i*((4 * %ldc)) + j*(4)
// CHECK: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = {{.*}}%counter{{.*}}, k = %K
// CHECK: C: float at ((4 * %counter){{.*}} + %C) + i*((4 * %ldc)) + j*(4)
void rest_of_j(ARGS) {
  I {
    long j = 0;
    for (; j + 1 < N; j += 2) {
      float s = 0, t = 0;
      L(1) { ADD(s, i, j, k) ADD(t, i, j + 1, k) }
      C_(i, j) = s;
      C_(i, j + 1) = t;
    }
    for (; j < N; j++) {
      float s = 0;
      L(1) { ADD(s, i, j, k) }
      C_(i, j) = s;
    }
  }
}

// The rest counts further inside; its counter is still one of i's loop.
// CHECK-LABEL: GEMM nests of 'rest_of_j_inside':
// CHECK: n = (2 + (2 * {{.*}}, k = %K
// CHECK: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = {{.*}}%counter{{.*}}, k = %K
void rest_of_j_inside(ARGS) {
  I {
    long first = 0;
    for (; first + 1 < N; first += 2)
      for (long k = 0; k < K; k++) {
        C_(i, first) += A_(i, k) * B_(k, first);
        C_(i, first + 1) += A_(i, k) * B_(k, first + 1);
      }
    for (long k = 0; k < K; k++)
      for (long j = first; j < N; j++)
        C_(i, j) += A_(i, k) * B_(k, j);
  }
}

// k, with the sum in memory, as it may be an operand: one product.
// CHECK-LABEL: GEMM nests of 'rest_in_memory':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = %N, k = {{.*}} smax %K
void rest_in_memory(long M, long N, long K, const float *A, long lda,
                    const float *B, long ldb, float *C, long ldc) {
  I J {
    long k = 0;
    for (; k + 1 < K; k += 2) {
      ADD(C_(i, j), i, j, k) ADD(C_(i, j), i, j, k + 1)
    }
    for (; k < K; k++) { ADD(C_(i, j), i, j, k) }
  }
}

// CHECK-LABEL: GEMM nests of 'descending':
// CHECK-NEXT: no nest at %{{.*}}: an unrolled loop does not add its products in the order of their index; add them in ascending order
void descending(ARGS) {
  I J {
    float s = 0;
    L(2) { ADD(s, i, j, k + 1) ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
// CHECK-LABEL: GEMM nests of 'leaves_one_out':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void leaves_one_out(ARGS) {
  I J {
    float s = 0;
    L(3) { ADD(s, i, j, k) ADD(s, i, j, k + 1) }
    C_(i, j) = s;
  }
}
// CHECK-LABEL: GEMM nests of 'same_row_of_b':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void same_row_of_b(ARGS) {
  I J {
    float s = 0;
    L(2) {
      ADD(s, i, j, k)
      s += A_(i, k + 1) * B_(k, j);
    }
    C_(i, j) = s;
  }
}
// CHECK-LABEL: GEMM nests of 'one_starts_elsewhere':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void one_starts_elsewhere(ARGS) {
  I for (long j = 0; j < N / 2 * 2; j += 2) {
    float s = 0, t = C_(i, j + 1);
    L(1) { ADD(s, i, j, k) ADD(t, i, j + 1, k) }
    C_(i, j) = s;
    C_(i, j + 1) = t;
  }
}
// CHECK-LABEL: GEMM nests of 'two_products':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{.*}} + sum A(i,k)*B(k,j) + A'(i,k)*B'(k,j),
void two_products(ARGS, const float *restrict D, const float *restrict E) {
  I J {
    float s = 0;
    L(2) {
      ADD(s, i, j, k)
      s += D[i * lda + k] * E[k * ldb + j];
    }
    C_(i, j) = s;
  }
}
// CHECK-LABEL: GEMM nests of 'products_first':
// CHECK-NEXT: no nest at %{{.*}}: several products are added to each other before they go into the sum; add each to the sum separately, or allow any order with -fassociative-math
void products_first(ARGS) {
  I J {
    float s = 0;
    L(4) s += (A_(i, k) * B_(k, j) + A_(i, k + 1) * B_(k + 1, j)) +
              (A_(i, k + 2) * B_(k + 2, j) + A_(i, k + 3) * B_(k + 3, j));
    C_(i, j) = s;
  }
}
// CHECK-LABEL: GEMM nests of 'partial_sums':
// CHECK-NEXT: no nest at %{{.*}}: partial sums are added up after the k loop; add to one sum, or allow any order with -fassociative-math
void partial_sums(ARGS) {
  I J {
    float s = 0, t = 0;
    L(2) { ADD(s, i, j, k) ADD(t, i, j, k + 1) }
    C_(i, j) = s + t;
  }
}
