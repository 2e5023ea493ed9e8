// Tiles of a size that is a quotient: the points of each tile are counted before
// the nest, where the divisor may be zero.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 | FileCheck %s

#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define ARGS                                                                   \
  unsigned long M, long N, long K, const float *restrict A,                    \
      const float *restrict B, float *restrict C
#define TILES_OF(SIZE)                                                         \
  for (long ii = 0; ii < (long)(SIZE); ii += 16) {                             \
    long points = MIN(16, (long)(SIZE) - ii), i = 0;                           \
    do                                                                         \
      for (long j = 0; j < N; j++) {                                           \
        float s = 0;                                                           \
        for (long k = 0; k < K; k++)                                           \
          s += A[(ii + i) * K + k] * B[k * N + j];                             \
        C[(ii + i) * N + j] = s;                                               \
      }                                                                        \
    while (++i < points);                                                      \
  }

// CHECK-LABEL: GEMM nests of 'by_number':
// CHECK: i in {{.*}} tiles of 16, to be counted: {{.*}}/u %x
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void by_number(ARGS, unsigned long x) { TILES_OF(M / x) }

// CHECK-LABEL: GEMM nests of 'by_constant':
// CHECK: i in {{.*}} tiles of 16, to be counted: {{.*}}/u 3
// CHECK-NOT: kept
void by_constant(ARGS) { TILES_OF(M / 3) }
