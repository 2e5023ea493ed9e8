//===- guard.c - What is tested before a nest is left ---------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -S -emit-llvm -o - %s | %opt -passes='gemmify,verify' \
// RUN:   -gemmify-target=odd -S | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -S -emit-llvm -o - %s | %opt -passes='gemmify,verify' \
// RUN:   -gemmify-target=odd -gemmify-workspace=stack -S \
// RUN:   | FileCheck %s --check-prefix=STACK
//
//===----------------------------------------------------------------------===//

// Too small or too slender a product, a wrong range, columns side by side: in
// this order. The original loops stay, marked, behind all of them. A copy of
// them that is not unrolled is for products that are too small and have few ks,
// another one for kernels that get no memory.
// CHECK-LABEL: define {{.*}}@may_overlap(
// CHECK: br i1 %{{.*}}, label %gemmify.slender, label %gemmify.few
// CHECK: gemmify.call:
// CHECK: %[[DONE:.*]] = call i1 @gemmify.kernel.
// CHECK: br i1 %[[DONE]], label %{{.*}}, label %[[FAILED:.*]]
// CHECK: gemmify.few:
// CHECK: %[[IS_SMALL:.*]] = icmp ult i64 %{{.*}}, 14
// CHECK-NEXT: br i1 %[[IS_SMALL]], label %[[SMALL:.*]], label %gemmify.original
// CHECK: [[SMALL]]:
// CHECK: call float @llvm.fmuladd.f32
// CHECK: br i1 %{{.*}}, !llvm.loop ![[INNER:[0-9]+]]
// CHECK: gemmify.columns:
// CHECK: call i1 @gemmify.apart.[[TEST:[0-9a-f]+]](
// CHECK: call i1 @gemmify.apart.[[TEST]](
// CHECK: br i1 %{{.*}}, label %gemmify.call, label %gemmify.original
// CHECK: gemmify.check:
// CHECK: br i1 %{{.*}}, label %gemmify.call, label %gemmify.columns
// CHECK: gemmify.slender:
// CHECK: br i1 %{{.*}}, label %gemmify.few, label %gemmify.check
// CHECK: [[FAILED]]:
// CHECK: call float @llvm.fmuladd.f32
// CHECK: gemmify.original:
// CHECK-SAME: preds = %gemmify.columns, %gemmify.few{{$}}
// CHECK: call float @llvm.fmuladd.f32
void may_overlap(int M, int N, int K, const float *A, const float *B,
                 float *C) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// restrict: no addresses are compared, and no columns.
// CHECK-LABEL: define {{.*}}@apart(
// CHECK-NOT: gemmify.columns
// CHECK-NOT: ptrtoint
// CHECK: gemmify.check:
// CHECK: br i1 %{{.*}}, label %gemmify.call, label %gemmify.original
void apart(long M, long N, long K, const float *restrict A,
           const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// All is known, and no workspace may be missing: no test, no original loops.
// STACK-LABEL: define {{.*}}@known(
// STACK-NOT: br
// STACK: call i1 @gemmify.kernel.
// STACK-NOT: fmuladd
// STACK: ret void
void known(const float A[restrict 40][40], const float B[restrict 40][40],
           float C[restrict 40][40]) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      for (int k = 0; k < 40; k++)
        C[i][j] += A[i][k] * B[k][j];
}

// Two tiles of 16 and one of 8: counted while compiling.
// STACK-LABEL: define {{.*}}@known_tiles(
// STACK-NOT: br
// STACK: call i1 @gemmify.kernel.
// STACK-NOT: fmuladd
// STACK: ret void
void known_tiles(const float A[restrict 40][40], const float B[restrict 40][40],
                 float C[restrict 40][40]) {
  for (int t = 0; t < 40; t += 16)
    for (int i = t; i < (t + 16 < 40 ? t + 16 : 40); i++)
      for (int j = 0; j < 40; j++)
        for (int k = 0; k < 40; k++)
          C[i][j] += A[i][k] * B[k][j];
}

// Known to overlap: nothing but the original loops runs.
// CHECK-LABEL: define {{.*}}@known_rows_overlap(
// CHECK: br i1 false, label %gemmify.call, label %gemmify.original
// CHECK: gemmify.original:
// CHECK: fmuladd
void known_rows_overlap(const float A[restrict 40][40],
                        const float B[restrict 40][40], float *restrict C) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      for (int k = 0; k < 40; k++)
        C[i * 39 + j] += A[i][k] * B[k][j];
}

// Pointers and strides in memory are loaded once, where every loop runs.
struct Matrix {
  float *data;
  long ld;
};
// CHECK-LABEL: define {{.*}}@described(
// CHECK: br i1 %{{.*}}, label %gemmify.fixed, label %gemmify.original
// CHECK: gemmify.fixed:
// CHECK-DAG: load ptr
// CHECK-DAG: load i64
// CHECK: br i1 %{{.*}}, label %gemmify.slender, label %gemmify.few
void described(long M, long N, long K, const struct Matrix *A,
               const struct Matrix *B, const struct Matrix *C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C->data[i * C->ld + j] +=
            A->data[i * A->ld + k] * B->data[k * B->ld + j];
}

// CHECK: ![[INNER]] = distinct !{![[INNER]],
// CHECK: !{!"gemmify.fallback", i32 1}
// CHECK: !{!"llvm.loop.unroll.disable", i32 1}
// CHECK: !{!"llvm.loop.isvectorized", i32 1}
// CHECK: !{!"llvm.loop.align", i32 32}
