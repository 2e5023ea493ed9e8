//===- pragmas.c - What the source asks for is done to its own loops ------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -std=c23 -O1 -g1 \
// RUN:   -fno-unroll-loops -S -emit-llvm -o - %s | %opt -passes='gemmify,verify' -S | FileCheck %s
//
//===----------------------------------------------------------------------===//

// The copy for few steps is not asked for it.
// CHECK-LABEL: define {{.*}}@interleaved(
// CHECK: gemmify.few:
// CHECK: call float @llvm.fmuladd.f32
// CHECK: br i1 %{{.*}}, !llvm.loop ![[COPY:[0-9]+]]
// CHECK: gemmify.original:
// CHECK-COUNT-2: !llvm.loop
// CHECK: br i1 %{{.*}}, !llvm.loop ![[SOURCE:[0-9]+]]
void interleaved(long M, long N, long K, const float *restrict A,
                 const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
#pragma clang loop interleave_count(2)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// Aligned as the source says.
// CHECK-LABEL: define {{.*}}@aligned(
// CHECK: gemmify.few:
// CHECK: call float @llvm.fmuladd.f32
// CHECK: br i1 %{{.*}}, !llvm.loop ![[ALIGNED_COPY:[0-9]+]]
// CHECK: gemmify.original:
// CHECK-COUNT-2: !llvm.loop
// CHECK: br i1 %{{.*}}, !llvm.loop ![[ALIGNED:[0-9]+]]
void aligned(long M, long N, long K, const float *restrict A,
             const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      [[clang::code_align(64)]] for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// CHECK: ![[COPY]] = distinct !{![[COPY]], !{{[0-9]+}}, !{{[0-9]+}}, ![[PROGRESS:[0-9]+]],
// CHECK-SAME: ![[MARK:[0-9]+]], ![[ROLLED:[0-9]+]], ![[DONE:[0-9]+]], ![[BY_32:[0-9]+]]}
// CHECK: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// CHECK: ![[MARK]] = !{!"gemmify.fallback", i32 1}
// CHECK: ![[ROLLED]] = !{!"llvm.loop.unroll.disable", i32 1}
// CHECK: ![[DONE]] = !{!"llvm.loop.isvectorized", i32 1}
// CHECK: ![[BY_32]] = !{!"llvm.loop.align", i32 32}
// CHECK: ![[SOURCE]] = distinct !{![[SOURCE]], !{{[0-9]+}}, !{{[0-9]+}}, ![[PROGRESS]],
// CHECK-SAME: !{{[0-9]+}}, ![[INTERLEAVE:[0-9]+]], ![[MARK]]}
// CHECK: ![[INTERLEAVE]] = !{!"llvm.loop.interleave.count", i32 2}
// CHECK: ![[ALIGNED_COPY]] = distinct !{![[ALIGNED_COPY]], !{{[0-9]+}}, !{{[0-9]+}}, ![[PROGRESS]],
// CHECK-SAME: ![[BY_64:[0-9]+]], ![[MARK]], ![[ROLLED]], ![[DONE]]}
// CHECK: ![[BY_64]] = !{!"llvm.loop.align", i32 64}
// CHECK: ![[ALIGNED]] = distinct !{![[ALIGNED]], !{{[0-9]+}}, !{{[0-9]+}}, ![[PROGRESS]],
// CHECK-SAME: ![[BY_64]], !{{[0-9]+}}, ![[MARK]]}
