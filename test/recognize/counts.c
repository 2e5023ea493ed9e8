//===- counts.c - Loops that ScalarEvolution does not count ---------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

typedef unsigned u;
/// So that what is stored to C may be a bound.
typedef float any __attribute__((may_alias));
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define ARGS long M, long N, long K, const any *A, const any *B, any *C
#define STEP C[i * N + j] += A[i * K + k] * B[k * N + j];
#define STEP_OF(s) s += A[i * K + k] * B[k * N + j];

// The last value of the type is a bound that is never passed.
// CHECK-LABEL: GEMM nests of 'inclusive':
// CHECK-NEXT: GEMM nest at
// CHECK: if %[[N:[0-9]+]] ne 9223372036854775807
void inclusive(ARGS, const long *n) {
  I J {
    long k = 1;
    do {
      STEP
      k += 2;
    } while (k <= *n);
  }
}

// CHECK-LABEL: GEMM nests of 'start_of_j':
// CHECK-NEXT: no nest at {{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void start_of_j(ARGS, const long *n) {
  I J for (long k = j; k < *n; k++) STEP
}

// What the first iteration is entered by may be another number.
// CHECK-LABEL: GEMM nests of 'bound_of_j':
// CHECK-NEXT: no nest at {{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void bound_of_j(ARGS, const long *n) {
  I J for (long k = 0; k != n[j]; k++) STEP
}

// Runs until it wraps.
// CHECK-LABEL: GEMM nests of 'downward':
// CHECK-NEXT: no nest at {{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void downward(ARGS, const u *n) {
  I J for (u k = 5; k < *n; k--) STEP
}

// CHECK-LABEL: GEMM nests of 'from_j_on':
// CHECK-NEXT: no nest at {{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void from_j_on(ARGS) {
  I for (u j = 0; j != (u)N; j++) {
    float s = 0;
    for (u k = j; (long)k != (long)j + K; k++)
      STEP_OF(s)
    C[i * N + j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'step_of_j':
// CHECK-NEXT: no nest at {{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void step_of_j(long M, u N, u K, const any *A, const any *B, any *C) {
  I for (u j = 0; j < N; j++) {
    u k = 0, before;
    do {
      STEP
      before = k;
      k += j - 5;
    } while (before < K);
  }
}

// What is compared with counts nests, not k.
// CHECK-LABEL: GEMM nests of 'bound_of_batch':
// CHECK-NEXT: GEMM nest at
// CHECK: must not wrap (unsigned i32): %step + i*(0) + j*(0) + k*(%step)
void bound_of_batch(long M, u N, u K, const any *A, const any *B, any *C,
                    u batches, u step) {
  for (u b = 0; b < batches; b++)
    I J {
      u k = 0;
      do {
        STEP
        k += step;
      } while (b > k);
    }
}
