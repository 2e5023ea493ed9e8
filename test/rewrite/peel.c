//===- peel.c - A product and the rest of its nest, apart -----------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o %t.ll %s
// RUN: %opt -passes='gemmify,verify' \
// RUN:   -gemmify-target=odd -S %t.ll | FileCheck %s
//
//===----------------------------------------------------------------------===//

// The rest keeps neither the k loop nor the store of the sum; it reads the sum
// back. The original loops stay.
// CHECK-LABEL: define {{.*}}@two_results(
// CHECK: gemmify.split:
// CHECK: br i1 %{{.*}}, label %{{.*}}.product, label %[[ORIGINAL:.*]]
// CHECK: call {{.*}}@gemmify.kernel
// CHECK: [[J:for.*]].product:
// CHECK: fmuladd
// CHECK-NOT: store {{.*}}%D
// CHECK: for.cond1.preheader.rest:
// CHECK-NOT: fmuladd
// CHECK: %gemmify.result{{.*}} = load float
// CHECK: fmul float %gemmify.result
// CHECK-NOT: fmuladd
// CHECK: store float
// CHECK-NOT: store float
// CHECK: ret void
void two_results(long M, long N, long K, const float *restrict A,
                 const float *restrict B, float *restrict C,
                 float *restrict D) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      float s = 0;
      for (long k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
      D[i * N + j] = s * 2;
    }
}

// Both products have kernels; nothing else is left.
// CHECK-LABEL: define {{.*}}@two_products(
// CHECK-COUNT-2: call {{.*}}@gemmify.kernel
// CHECK-NOT: call {{.*}}@gemmify.kernel
// CHECK: ret void
void two_products(long M, long N, long K, const float *restrict A,
                  const float *restrict B, float *restrict C,
                  const float *restrict E, float *restrict D) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      float s = 0, t = 0;
      for (long k = 0; k < K; k++) {
        s += A[i * K + k] * B[k * N + j];
        t += A[i * K + k] * E[k * N + j];
      }
      C[i * N + j] = s;
      D[i * N + j] = t;
    }
}

// A value that leaves the nest comes from the loops that have run.
// CHECK-LABEL: define {{.*}}@total(
// CHECK: phi float [ %{{.*}}, %gemmify.behind ], [ %{{.*}}, %for.cond.cleanup.loopexit.loopexit ]
// CHECK: ret float
float total(long M, long N, long K, const float *restrict A,
            const float *restrict B, float *restrict C) {
  float t = 0;
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      float s = 0;
      for (long k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
      t += s;
    }
  return t;
}

// The last sum of a row is read back where it is the sum of its column, not
// behind the row.
// CHECK-LABEL: define {{.*}}@last_of_row(
// CHECK: for.cond1.preheader.rest:
// CHECK: %gemmify.result = load float
// CHECK: %[[LAST:last.*]].rest = phi float {{.*}}%gemmify.result
// CHECK: store float %[[LAST]].rest
void last_of_row(long M, long N, long K, const float *restrict A,
                 const float *restrict B, float *restrict C,
                 float *restrict D) {
  for (long i = 0; i < M; i++) {
    float last = 0;
    for (long j = 0; j < N; j++) {
      float s = 0;
      for (long k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
      last = s;
    }
    D[i] = last;
  }
}
