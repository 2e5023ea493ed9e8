//===- kept-loops.c - Where products go that fail a test ------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -S -emit-llvm -o - %s | %opt -passes='gemmify,verify' -S | FileCheck %s
//
//===----------------------------------------------------------------------===//

// The compiler vectorizes the innermost loop: whatever fails, it is only
// reached with many steps. Here, sizes and strides, ...
// CHECK-LABEL: define {{.*}}@ranges(
// CHECK: {{^}}gemmify.few:
// CHECK-SAME: preds = %{{.*}}, %gemmify.slender, %gemmify.check{{$}}
// CHECK: icmp ult i64 %{{.*}}, 4
// CHECK: {{^}}gemmify.original:
// CHECK-SAME: preds = %gemmify.few{{$}}
void ranges(long M, long N, long K, const float *restrict A,
            const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++)
      for (long j = 0; j < N; j++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// ... here, columns side by side, ...
// CHECK-LABEL: define {{.*}}@columns(
// CHECK: {{^}}gemmify.few:
// CHECK-SAME: preds = %{{[0-9]+}}, %gemmify.slender, %gemmify.columns{{$}}
// CHECK: {{^}}gemmify.columns:
// CHECK: br i1 %{{.*}}, label %gemmify.call, label %gemmify.few
// CHECK: {{^}}gemmify.check:
// CHECK: br i1 %{{.*}}, label %gemmify.call, label %gemmify.columns
// CHECK: {{^}}gemmify.original:
// CHECK-SAME: preds = %gemmify.few{{$}}
void columns(long M, long N, long K, const float *A, const float *B, float *C) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++)
      for (long j = 0; j < N; j++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// ... and here, tiles of other lengths than they seem.
// CHECK-LABEL: define {{.*}}@tiles(
// CHECK: {{^}}gemmify.tile:
// CHECK: br i1 %{{.*}}, label %gemmify.tile.next, label %gemmify.few
// CHECK: {{^}}gemmify.few:
// CHECK-SAME: preds = %{{[0-9]+}}, %gemmify.slender, %gemmify.check, %gemmify.tile{{$}}
// CHECK: {{^}}gemmify.check:
// CHECK: br i1 %{{.*}}, label %gemmify.tiles, label %gemmify.few
// CHECK: {{^}}gemmify.original:
// CHECK-SAME: preds = %gemmify.few{{$}}
void tiles(long M, long N, long K, const float *restrict A,
           const float *restrict B, float *restrict C) {
  for (long t = 0; t < M; t += 8)
    for (long k = 0; k < K; k++)
      for (long i = t; i < (t + 8 < M ? t + 8 : M); i++)
        for (long j = 0; j < N; j++)
          C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// Loops that are not vectorized are reached at once; all blocks are part of the
// loop around the nest.
// CHECK-LABEL: define {{.*}}@batch(
// CHECK: {{^}}gemmify.check:
// CHECK: br i1 %{{.*}}, label %gemmify.call, label %gemmify.original
// CHECK: {{^}}gemmify.original:
// CHECK-SAME: preds = %gemmify.check, %gemmify.across{{$}}
void batch(long T, long M, long N, long K, const float *restrict A,
           const float *restrict B, float *restrict C) {
  for (long t = 0; t < T; t++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        for (long i = 0; i < M; i++)
          C[(t * M + i) * N + j] += A[(t * M + i) * K + k] * B[k * N + j];
}
