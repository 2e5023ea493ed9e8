//===- not-rotated-sums.c - Sums of loops that are left from the header ---===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -Xclang \
// RUN:   -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='sroa,instcombine,simplifycfg,print<gemmify-nests>' \
// RUN:     -disable-output 2>&1 | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, long R, float A[restrict][64],                       \
      float B[restrict][64], float C[restrict][64]
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)

// The header has the sum without the last step.
// CHECK-LABEL: GEMM nests of 'stored_in_each_step':
// CHECK-NEXT: no nest at {{.*}}: the element that receives the sum moves with the k loop
void stored_in_each_step(ARGS) {
  I J {
    float s = C[i][j];
    for (long k = 0; k < K; k++) {
      s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
  }
}

// An unrolled loop and its rest are both rotated.
#define UNROLLED                                                               \
  float s = C[i][j];                                                           \
  s += A[i][2 * k] * B[2 * k][j];                                              \
  s += A[i][2 * k + 1] * B[2 * k + 1][j];                                      \
  C[i][j] = s;
#define REST C[i][j] += A[i][r + 2 * K] * B[r + 2 * K][j];
// CHECK-LABEL: GEMM nests of 'both_rotated':
// CHECK-NEXT: GEMM nest at
// CHECK-NEXT: k = ((2 * (1 smax %K))<nuw> + (1 smax %R))
void both_rotated(ARGS) {
  I J {
    long k = 0, r = 0;
    do {
      UNROLLED
      k++;
    } while (k < K);
    do {
      REST
      r++;
    } while (r < R);
  }
}

// CHECK-LABEL: GEMM nests of 'second_rotated':
// CHECK-NOT: k = ((2 *
void second_rotated(ARGS) {
  I J {
    long k = 0, r = 0;
    for (; k < K; k++) {
      UNROLLED
    }
    do {
      REST
      r++;
    } while (r < R);
  }
}

// CHECK-LABEL: GEMM nests of 'first_rotated':
// CHECK-NOT: k = ((2 *
void first_rotated(ARGS) {
  I J {
    long k = 0, r = 0;
    do {
      UNROLLED
      k++;
    } while (k < K);
    for (; r < R; r++)
      REST
  }
}
