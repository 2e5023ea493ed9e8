//===- deep-blocks.c - More steps of k to a block where C is far ------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -S -emit-llvm \
// RUN:   -o - %s | %opt -passes=gemmify -S | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -S -emit-llvm \
// RUN:   -o - %s | %opt -passes=gemmify -gemmify-kc=368 -S \
// RUN:   | FileCheck %s --check-prefix=FIXED
//
//===----------------------------------------------------------------------===//

// C has as many elements as fit the last cache, or more; the columns of a block
// become as many less.
// CHECK-LABEL: define internal i1 @gemmify.kernel.
// CHECK: %[[FAR:.*]] = icmp sgt i64 %{{.*}}, 1048575
// CHECK: %[[MOST:.*]] = select i1 %[[FAR]], i64 736, i64 368
// CHECK: udiv i64 76176, %{{.*}}

// FIXED-LABEL: define internal i1 @gemmify.kernel.
// FIXED-NOT: i64 736
// FIXED: {{^}}jc:
void product(long m, long n, long k, const float *restrict A,
             const float *restrict B, float *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long l = 0; l < k; l++)
        C[i * n + j] += A[i * k + l] * B[l * n + j];
}
