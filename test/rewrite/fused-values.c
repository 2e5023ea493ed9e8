// Additions and multiplications that a kernel repeats: fused where the source's
// are, and only there.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -ffp-contract=fast \
// RUN:   -fno-unroll-loops -fno-vectorize -S -emit-llvm -o %t.ll %s
// RUN: %opt -passes=gemmify -gemmify-target=odd -S %t.ll | FileCheck %s

// CHECK-LABEL: define {{.*}}@fused(
// CHECK: call {{.*}}@gemmify.kernel.[[FUSED:[0-9a-f]+]](
// CHECK-LABEL: define {{.*}}@added(
// CHECK: call {{.*}}@gemmify.kernel.[[ADDED:[0-9a-f]+]](
// CHECK-LABEL: define {{.*}}@multiplied(
// CHECK: call {{.*}}@gemmify.kernel.[[MULTIPLIED:[0-9a-f]+]](
// CHECK: define {{.*}}@gemmify.kernel.[[FUSED]](
// CHECK: call {{.*}}@llvm.fmuladd
// CHECK: define {{.*}}@gemmify.kernel.[[ADDED]](
// CHECK-NOT: @llvm.fmuladd
// CHECK: define {{.*}}@gemmify.kernel.[[MULTIPLIED]](
// CHECK-NOT: @llvm.fmuladd

#define ARGS                                                                   \
  int M, int N, int K, const float *restrict A, const float *restrict B,       \
      float *restrict C, float alpha, const float *restrict bias
#define SUM                                                                    \
  float s = 0;                                                                 \
  for (int k = 0; k < K; k++)                                                  \
    s += A[i * K + k] * B[k * N + j];
#define IJ                                                                     \
  for (int i = 0; i < M; i++)                                                  \
    for (int j = 0; j < N; j++)

void fused(ARGS) {
  IJ {
    SUM C[i * N + j] = s + alpha * bias[j];
  }
}

void added(ARGS) {
  IJ {
    SUM float t = alpha * bias[j];
    {
#pragma clang fp contract(off)
      C[i * N + j] = s + t;
    }
  }
}

void multiplied(ARGS) {
  IJ {
    SUM C[i * N + j] = s * (alpha * bias[j]);
  }
}
