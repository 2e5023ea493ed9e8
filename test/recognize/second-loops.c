//===- second-loops.c - Loops behind others with one of their sums --------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

/// So that what is stored to C may be something else.
typedef float any __attribute__((may_alias));
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define C_ C[i * N + j]
#define STEP(k) A[i * K + (k)] * B[(k)*N + j]
#define SIZES long M, long N, long K
#define ARGS                                                                   \
  SIZES, const float *restrict A, const float *restrict B, float *restrict C
#define UNROLLED(s)                                                            \
  long k = 0;                                                                  \
  for (; k + 1 < K; k += 2) {                                                  \
    s += STEP(k);                                                              \
    s += STEP(k + 1);                                                          \
  }
#define REST for (; k < K; k++)
#define L for (long k = 0; k < K; k++)

// CHECK-LABEL: GEMM nests of 'plain':
// CHECK-NEXT: GEMM nest at
void plain(ARGS) {
  I J {
    float s = 0;
    UNROLLED(s)
    REST s += STEP(k);
    C_ = s;
  }
}

// CHECK-LABEL: GEMM nests of 'writes_in_rest':
// CHECK-NEXT: no nest at {{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void writes_in_rest(ARGS, float *restrict D) {
  I J {
    float s = 0;
    UNROLLED(s)
    REST {
      s += STEP(k);
      D[k] = 1;
    }
    C_ = s;
  }
}

// What only the rest needs cannot be loaded before the nest.
// CHECK-LABEL: GEMM nests of 'offset_of_rest':
// CHECK-NEXT: GEMM nest at
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void offset_of_rest(SIZES, const any *A, const any *B, any *C,
                    const long *offset) {
  I J {
    UNROLLED(C_)
    REST C_ += A[i * K + k + *offset] * B[k * N + j];
  }
}

// CHECK-LABEL: GEMM nests of 'rows':
// CHECK-NEXT: no nest at {{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void rows(SIZES, float *const *restrict A, const float *restrict B,
          float *restrict C) {
  I J {
    float s = 0;
    const float *row = A[i];
    long k = 0;
    for (; k + 1 < K; k += 2) {
      s += row[k] * B[k * N + j];
      s += row[k + 1] * B[(k + 1) * N + j];
    }
    REST s += row[k] * B[k * N + j];
    C_ = s;
  }
}

// Without a rest. A table of rows that only another statement needs counts j in
// twos.
// CHECK-LABEL: GEMM nests of 'rows_unrolled':
// CHECK-NEXT: GEMM nest at {{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A by row pointers
void rows_unrolled(SIZES, float *const *restrict A, const float *restrict B,
                   float *restrict C) {
  I J {
    float s = 0;
    const float *row = A[i];
    for (long k = 0; k < K; k += 2) {
      s += row[k] * B[k * N + j];
      s += row[k + 1] * B[(k + 1) * N + j];
    }
    C_ = s;
  }
}

// CHECK-LABEL: GEMM nests of 'rows_of_others':
// CHECK-NEXT: no nest at {{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void rows_of_others(ARGS, float *const *restrict D) {
  I for (long j = 0; j < 2 * N; j += 2) {
    float s = 0, t = 0;
    L {
      s += A[i * K + k] * B[k * 2 * N + j];
      t += A[i * K + k] * B[k * 2 * N + j + 1];
    }
    C[i * 2 * N + j] = s;
    C[i * 2 * N + j + 1] = t;
    D[j][i] = 1;
  }
}

// Tiles with a rest each: a product is found in one of them.
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
// CHECK-LABEL: GEMM nests of 'tiles':
// CHECK-NEXT: GEMM nest at
// CHECK-NOT: tiles of
void tiles(ARGS, long Q, long R) {
  for (long t = 0; t < Q; t += 8)
    I J {
      float s = C_;
      for (long q = t; q < MIN(t + 8, Q); q++) {
        s += STEP(2 * q);
        s += STEP(2 * q + 1);
      }
      for (long r = 0; r < R; r++)
        s += STEP(r + 2 * Q + t);
      C_ = s;
    }
}

// The first loop is a product of its own.
// CHECK-LABEL: GEMM nests of 'counted_by_data':
// CHECK-NEXT: GEMM nest at %{{.*}}.turns:
// CHECK-NEXT: k = (2 + (2 * ((-2 + %K) /u 2))<nuw>)
void counted_by_data(ARGS, const int *x) {
  I J {
    float s = 0;
    UNROLLED(s)
    if (x[j] > 0) {
      k = 2 * (K / 2);
      do {
        s += STEP(k);
        k++;
      } while (k < 2 * (K / 2) + 1000);
    }
    C_ = s;
  }
}

// What goes into the sum is from another loop, but far away, or no sum.
// CHECK-LABEL: GEMM nests of 'many_additions':
// CHECK: GEMM nest at {{.*}}: float C(i,j) = an expression + sum
void many_additions(ARGS, const float *x) {
  I J {
    float s = 0;
    L s += STEP(k);
    s = s + x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7] + x[8];
    for (long k = 0; k < M; k++)
      s += STEP(k + K);
    C_ = s;
  }
}

// CHECK-LABEL: GEMM nests of 'from_maximum':
// CHECK: no nest at {{.*}}: an operand is the last value of another loop; read it from the array again
void from_maximum(ARGS, const float *x) {
  I J {
    float s = 0;
    L s = x[k + j] > s ? x[k + j] : s;
    L s += STEP(k);
    C_ = s;
  }
}
