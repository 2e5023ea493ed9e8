//===- expanded-rows.c - Array expansion ----------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o %t.ll %s
// RUN: %opt -passes='gemmify,verify' \
// RUN:   -gemmify-target=odd -S %t.ll | FileCheck %s
// RUN: %opt -passes='gemmify,verify' -gemmify-workspace=stack -S %t.ll \
// RUN:   | FileCheck --check-prefix=STACK %s
//
//===----------------------------------------------------------------------===//

// The row of each iteration is one of m in workspace, of which the last is
// copied to its place; that is no more than 64 MiB. The original loops write
// the row itself and stay as they are.
// CHECK-LABEL: define {{.*}}@f(
// CHECK: gemmify.split:
// CHECK: icmp ule i128 %{{.*}}, 67108864
// CHECK: br i1 %{{.*}}, label %gemmify.rows, label %[[ORIGINAL:.*]]
// CHECK: gemmify.rows:
// CHECK-NEXT: %row.bytes = mul i64 %N, 4
// CHECK: %rows = call noalias ptr @gemmify.workspace.take.{{[0-9a-f]+}}(
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[ORIGINAL]]
// CHECK: call {{.*}}@gemmify.kernel{{.*}}ptr %rows, i64 %row.bytes,
// CHECK: %row.index = phi i64 [ 0,
// CHECK: [[OFFSET:%.*]] = mul i64 %row.index, %row.bytes
// CHECK-NEXT: %row = getelementptr i8, ptr %rows, i64 [[OFFSET]]
// CHECK: fmuladd
// CHECK-NOT: ptr align 4 %C
// CHECK: gemmify.behind:
// CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %C, ptr align 4 %row.last, i64 %row.bytes,
// CHECK-NEXT: call void @gemmify.workspace.give.{{[0-9a-f]+}}(ptr %rows)
// CHECK: store float %{{.*}}, ptr %arrayidx

// Where no workspace may be allocated, there is none for rows.
// STACK-LABEL: define {{.*}}@f(
// STACK-NOT: call
// STACK: ret void
void f(long M, long N, long K, const float *restrict A, const float *restrict B,
       float *restrict C, float *restrict D) {
  for (long i = 0; i < M; i++) {
    for (long j = 0; j < N; j++) {
      float s = 0;
      for (long k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[j] = s;
    }
    for (long j = 0; j < N; j++)
      D[i * N + j] = C[j] > 0 ? C[j] : 0;
  }
}

// A row that is aligned to four bytes only, and read at such a place as longer
// numbers, which are aligned there and not in workspace.
// CHECK-LABEL: define {{.*}}@misplaced(
// CHECK: %rows = call noalias ptr @gemmify.workspace.take.
// CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 %{{.*}}, ptr align 4 %
// CHECK: gemmify.behind:
// CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %{{.*}}, ptr align 4 %row.last
struct __attribute__((packed)) misplaced {
  int before;
  double row[128];
};
typedef unsigned long number __attribute__((may_alias));
void misplaced(long M, long N, long K, const double *restrict A,
               const double *restrict B, struct misplaced *restrict P,
               number *restrict D) {
  struct misplaced *C = __builtin_assume_aligned(P, 8);
  for (long i = 0; i < M; i++) {
    for (long j = 0; j < N; j++) {
      double s = 0;
      for (long k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C->row[j] = s;
    }
    const number *numbers = (const number *)((char *)C->row + 4);
    for (long j = 0; j < N - 1; j++)
      D[i * N + j] = numbers[j];
  }
}
