//===- padded.c - A padded convolution runs box by box --------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='gemmify,verify' -verify-dom-info -verify-loop-info -S | FileCheck %s
//
//===----------------------------------------------------------------------===//

// Two loops over spans, outside of the loop over channels, each divide to find
// where the next run begins. Nothing is compared with the image inside.
// CHECK-LABEL: define {{.*}}@two_pairs(
// CHECK: gemmify.span:
// CHECK-NEXT: phi i64 [ 0, %{{.*}} ], [ %gemmify.to, %[[NEXT:gemmify.next[0-9]*]] ]
// CHECK: sdiv i64
// CHECK: %gemmify.to = freeze i64
// CHECK: [[INNER:gemmify.span[0-9]+]]:
// CHECK-NEXT: phi i64 [ 0, %gemmify.span ], [ %{{.*}}, %[[INNER_NEXT:gemmify.next[0-9]*]] ]
// CHECK: call i1 @gemmify.kernel
// CHECK: gemmify.original{{[0-9]+}}:
// CHECK-NOT: icmp {{ult|slt|sgt}}
// CHECK: call float @llvm.fmuladd.f32
// CHECK-NOT: icmp {{ult|slt|sgt}}
// CHECK: [[INNER_NEXT]]:
// CHECK: br i1 %{{.*}}, label %[[INNER]], label %[[NEXT]]
// CHECK: [[NEXT]]:
// CHECK: br i1 %{{.*}}, label %gemmify.span, label
// The source's loops are what runs otherwise.
// CHECK: icmp ult i32
// CHECK: call float @llvm.fmuladd.f32
void two_pairs(int in, int out, int h, int w, int k, int stride, int pad,
               int oh, int ow, const float *restrict x, const float *restrict f,
               float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int iy = i * stride - pad + u, ix = j * stride - pad + v;
              if ((unsigned)iy < (unsigned)h && (unsigned)ix < (unsigned)w)
                sum += x[(c * h + iy) * w + ix] * f[((o * in + c) * k + u) * k + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}

// A step of one needs no division.
// CHECK-LABEL: define {{.*}}@one_pair(
// CHECK: gemmify.span:
// CHECK-NOT: sdiv
// CHECK: call {{.*}}@gemmify.kernel
// CHECK: ret void
void one_pair(long in, long out, long n, long k, const float *restrict x,
              const float *restrict f, float *restrict y) {
  for (long o = 0; o < out; o++)
    for (long i = 0; i < n; i++) {
      float sum = 0;
      for (long c = 0; c < in; c++)
        for (long u = 0; u < k; u++)
          if (i - u >= 0)
            sum += x[c * n + i - u] * f[(o * in + c) * k + u];
      y[o * n + i] = sum;
    }
}
