//===- distances.c - What is asked where lines may share sets of a cache --===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -S -emit-llvm \
// RUN:   -DLD=ld -o - %s | %opt -passes=gemmify -S | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -S -emit-llvm \
// RUN:   -DLD=512 -o - %s | %opt -passes=gemmify -S | FileCheck %s --check-prefix=HALF
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -S -emit-llvm \
// RUN:   -DLD=1000 -o - %s | %opt -passes=gemmify -S | FileCheck %s --check-prefix=APART
//
//===----------------------------------------------------------------------===//

// Whether small products are packed depends on whether lines of the left
// operand are a multiple of 4 or of 2 KiB apart; only then, on sides and on
// where the operands begin in a page.
// CHECK-LABEL: define internal i1 @gemmify.kernel.
// CHECK: %[[REST:.*]] = urem i64 %[[DISTANCE:.*]], 2048
// CHECK: icmp eq i64 %[[REST]], 0
// CHECK: {{^}}distances:
// CHECK: ptrtoint
// CHECK: urem i64 %{{.*}}, 2048
// CHECK: icmp ult i64 %{{.*}}, 127
// CHECK: and i64 %[[DISTANCE]], 2048
// CHECK: {{^}}small:

// HALF-LABEL: define internal i1 @gemmify.kernel.
// HALF-NOT: {{^}}distances:
// HALF: ptrtoint
// HALF: icmp ult i64 %{{.*}}, 127
// HALF: {{^}}small:

// APART-LABEL: define internal i1 @gemmify.kernel.
// APART-NOT: ptrtoint
// APART: {{^}}small:
void product(long m, long n, long k, long ld, const float *restrict A,
             const float *restrict B, float *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long l = 0; l < k; l++)
        C[i * LD + j] += A[i * LD + l] * B[l * LD + j];
}
