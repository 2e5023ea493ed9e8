// What is left of each half of a nest.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o %t.ll %s
// RUN: %opt -passes='gemmify,verify' \
// RUN:   -gemmify-target=odd -S %t.ll | FileCheck %s

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *restrict C, float *restrict D
#define IJ                                                                     \
  for (long i = 0; i < M; i++)                                                 \
    for (long j = 0; j < N; j++)
#define SUM                                                                    \
  float s = 0;                                                                 \
  for (long k = 0; k < K; k++)                                                 \
    s += A[i * K + k] * B[k * N + j];

// The square root that only the product needs is not taken again for the rest.
// CHECK-LABEL: define {{.*}}@root(
// CHECK: {{^}}for.cond1.preheader.rest:
// CHECK-NOT: @sqrtf
// CHECK: {{^}}gemmify.original:
// CHECK: ret void
void root(ARGS) {
  IJ {
    SUM C[i * N + j] = s / __builtin_sqrtf(K);
    D[i * N + j] = 1;
  }
}

// A block that two ways lead to stays, although nothing is left in it, while one
// of them leads to more.
// CHECK-LABEL: define {{.*}}@shared_way(
// CHECK: {{^}}both.rest:
// CHECK: ret void
void shared_way(ARGS, float *restrict E) {
  for (long i = 0; i < M; i++) {
    for (long j = 0; j < N; j++) {
      SUM C[i * N + j] = s;
    }
    if (B[i] > 0)
      goto both;
    E[i] = 2;
    if (B[i + 1] > 0) {
    both:
      __builtin_assume(D[i] > 1);
      __builtin_prefetch(&D[i]);
    }
    E[i + M] = 3;
  }
}
