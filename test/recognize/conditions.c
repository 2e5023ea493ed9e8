//===- conditions.c - Operands that are read on a condition ---------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define ARGS                                                                   \
  long M, long N, long K, const float *A, const float *B, float *C,            \
      const unsigned char *mask, const float *D
#define SUM(P, E)                                                              \
  I J {                                                                        \
    float s = 0;                                                               \
    L s += P;                                                                  \
    C[i * N + j] = E;                                                          \
  }

// CHECK-LABEL: GEMM nests of 'masked':
// CHECK: A row-major, B an expression, C row-major
// CHECK: Q: {{.*}}phi float
// CHECK-DAG: reads i8 at %mask + j*(1) + k*(%N)
// CHECK-DAG: reads on a condition, float at %B + j*(4) + k*((4 * %N))
// CHECK: C must be apart from float at %B + j*(4)
void masked(ARGS) {
  SUM(A[i * K + k] * (mask[k * N + j] ? B[k * N + j] : 0), s)
}

// CHECK-LABEL: GEMM nests of 'nested':
// CHECK: P: {{.*}}phi float
// CHECK-DAG: reads i8 at %mask + i*(%K) + k*(1)
// CHECK-DAG: reads on a condition, float at %D + i*((4 * %K)) + k*(4)
// CHECK-DAG: reads on a condition, float at %A + i*((4 * %K)) + k*(4)
void nested(ARGS) {
  SUM((mask[i * K + k] ? D[i * K + k] > 1 ? A[i * K + k] : 0 : 1) *
          B[k * N + j], s)
}

// CHECK-LABEL: GEMM nests of 'of_the_sum':
// CHECK: final: {{.*}}phi float
// CHECK: reads on a condition, float at %D + i*((4 * %N)) + j*(4)
void of_the_sum(ARGS) {
  SUM(A[i * K + k] * B[k * N + j], s > 0 ? s : D[i * N + j])
}

// A pointer or a row that is itself read on a condition is not followed.
// CHECK-LABEL: GEMM nests of 'row_on_a_condition':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void row_on_a_condition(ARGS, float **rows) {
  SUM((mask[i * K + k] ? rows[i][k] : 0) * B[k * N + j], s)
}

// Division traps where nobody divides.
// CHECK-LABEL: GEMM nests of 'division':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void division(ARGS, const int *X, const int *Y) {
  SUM((X[i * K + k] ? Y[i * K + k] / X[i * K + k] : 0) * B[k * N + j], s)
}

// The condition decides more than the operand.
// CHECK-LABEL: GEMM nests of 'counts_too':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
int counts_too(ARGS) {
  int count = 0;
  I J {
    float s = 0;
    L {
      float b = 0;
      if (mask[k * N + j]) {
        b = B[k * N + j];
        count += mask[i];
      }
      s += A[i * K + k] * b;
    }
    C[i * N + j] = s;
  }
  return count;
}
