//===- small-loops.c - What runs where a product is too small -------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -S -emit-llvm -o - %s | %opt -passes='gemmify,verify' \
// RUN:   -S | FileCheck %s
//
//===----------------------------------------------------------------------===//

// Sums in order: below 14 ks. Short rows are asked for before anything else.
// That the loops run is likely, that they are long is not, and the copy is
// what a jump leads to.
// CHECK-LABEL: define {{.*}}@in_order(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: br i1 %{{.*}}, !prof ![[RUNS:[0-9]+]]
// CHECK: icmp uge i64 %{{.*}}, 216
// CHECK: br i1 %{{.*}}, label %gemmify.short, label %gemmify.few, !prof ![[RARE:[0-9]+]]
// CHECK: gemmify.few:
// CHECK-NEXT: icmp ult i64 %[[K]], 14
// CHECK: br i1 %{{.*}}, !prof ![[JUMP:[0-9]+]]
// CHECK: gemmify.slender:
// CHECK-DAG: icmp ult i64 %{{.*}}, 48
// CHECK-DAG: icmp ult i64 %{{.*}}, 512
// CHECK: br i1 %{{.*}}, label %gemmify.few, label %gemmify.check
// CHECK: gemmify.short:
// CHECK-NEXT: icmp ult i64 %[[N]], 5
// CHECK: br i1 %{{.*}}, label %gemmify.slender, label %gemmify.check
void in_order(long M, long N, long K, const float *restrict A,
              const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// Vectorized along j: below 4 of them.
// CHECK-LABEL: define {{.*}}@along_j(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: gemmify.few:
// CHECK-NEXT: icmp ult i64 %[[N]], 4
void along_j(long M, long N, long K, const float *restrict A,
             const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++)
      for (long j = 0; j < N; j++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// Sums in any order are vectorized where both operands lie along k, ...
// CHECK-LABEL: define {{.*}}@any_order(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: gemmify.few:
// CHECK-NEXT: icmp ult i64 %[[K]], 4
void any_order(long M, long N, long K, const int *restrict A,
               const int *restrict B, int *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[j * K + k];
}

// ... and not where one does not: that may be known when it runs.
// CHECK-LABEL: define {{.*}}@any_order_strided(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: gemmify.few:
// CHECK-NEXT: icmp ult i64 %[[K]], 8
// CHECK: br i1 %{{.*}}, label %[[SMALL:.*]], label %gemmify.across
// CHECK: gemmify.across:
// CHECK-NEXT: %[[STRIDE:.*]] = shl i64 %[[N]], 2
// CHECK-NEXT: icmp ne i64 %[[STRIDE]], 4
// CHECK-NEXT: icmp ult i64 %[[K]], 16
// CHECK: br i1 %{{.*}}, label %[[SMALL]], label %gemmify.original
void any_order_strided(long M, long N, long K, const int *restrict A,
                       const int *restrict B, int *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// The innermost loop leads across lines of A and of C.
// CHECK-LABEL: define {{.*}}@across(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: gemmify.few:
// CHECK-NEXT: icmp ult i64 %[[M]], 8
// CHECK: br i1 %{{.*}}, label %[[SMALL:.*]], label %gemmify.across
// CHECK: gemmify.across:
// CHECK-DAG: %[[LDC:.*]] = shl i64 %[[N]], 2
// CHECK-DAG: %[[LINES_OF_C:.*]] = icmp ne i64 %[[LDC]], 4
// CHECK-DAG: %[[LDA:.*]] = shl i64 %[[K]], 2
// CHECK-DAG: %[[LINES_OF_A:.*]] = icmp ne i64 %[[LDA]], 4
// CHECK-DAG: %[[IS_FEW:.*]] = icmp ult i64 %[[M]], 40
// CHECK: %[[LINES:.*]] = or i1 %[[LINES_OF_C]], %[[LINES_OF_A]]
// CHECK: %[[RUNS_SMALL:.*]] = select i1 %[[IS_FEW]], i1 %[[LINES]], i1 false
// CHECK: br i1 %[[RUNS_SMALL]], label %[[SMALL]], label %gemmify.original
void across(long M, long N, long K, const float *restrict A,
            const float *restrict B, float *restrict C) {
  for (long j = 0; j < N; j++)
    for (long k = 0; k < K; k++)
      for (long i = 0; i < M; i++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// Only those of the right operand are asked for where C lies along the loop, ...
// CHECK-LABEL: define {{.*}}@across_right(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: gemmify.across:
// CHECK-NEXT: %[[LDB:.*]] = shl i64 %[[K]], 2
// CHECK-NEXT: %[[LINES:.*]] = icmp ne i64 %[[LDB]], 4
// CHECK-NEXT: %[[IS_FEW:.*]] = icmp ult i64 %[[N]], 40
// CHECK-NEXT: select i1 %[[IS_FEW]], i1 %[[LINES]], i1 false
void across_right(long M, long N, long K, const float *restrict A,
                  const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++)
      for (long j = 0; j < N; j++)
        C[i * N + j] += A[i * K + k] * B[j * K + k];
}

// ... and only those of the left one for a sum, if that leads across it.
// CHECK-LABEL: define {{.*}}@across_left(
// CHECK-SAME: i64 noundef %[[M:[^,]*]], i64 noundef %[[N:[^,]*]], i64 noundef %[[K:[^,]*]],
// CHECK: gemmify.across:
// CHECK-NEXT: %[[LDA:.*]] = shl i64 %[[M]], 2
// CHECK-NEXT: %[[LINES:.*]] = icmp ne i64 %[[LDA]], 4
// CHECK-NEXT: %[[IS_FEW:.*]] = icmp ult i64 %[[K]], 16
// CHECK-NEXT: select i1 %[[IS_FEW]], i1 %[[LINES]], i1 false
void across_left(long M, long N, long K, const int *restrict A,
                 const int *restrict B, int *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[k * M + i] * B[j * K + k];
}

// The compiler unrolls the inner loop if it knows its length: no copy.
// CHECK-LABEL: define {{.*}}@known_inside(
// CHECK-NOT: gemmify.few
// CHECK: br i1 %{{.*}}, label %gemmify.short, label %gemmify.original
// CHECK-NOT: gemmify.few
void known_inside(long M, long N, const float *restrict A,
                  const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < 20; k++)
        C[i * N + j] += A[i * 20 + k] * B[k * N + j];
}

// Unrolled in the source: no copy either.
// CHECK-LABEL: define {{.*}}@unrolled(
// CHECK-NOT: gemmify.few
// CHECK: br i1 %{{.*}}, label %gemmify.short, label %gemmify.original
// CHECK-NOT: gemmify.few
void unrolled(long M, long N, long K, const float *restrict A,
              const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      float s = C[i * N + j];
      long k = 0;
      for (; k + 1 < K; k += 2) {
        s += A[i * K + k] * B[k * N + j];
        s += A[i * K + k + 1] * B[(k + 1) * N + j];
      }
      for (; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
    }
}

// What else is asked in front of the nest is as likely as before.
// CHECK-LABEL: define {{.*}}@dispatched(
// CHECK: icmp sgt i64 %{{.*}}, 999
// CHECK-NEXT: br i1 %{{[^,]*}}, label %{{[^,]*}}, label %{{[^,]*$}}
// CHECK: br i1 %{{.*}}, !prof ![[RUNS]]
// CHECK: gemmify.few:
void other(void);
void dispatched(long M, long N, long K, const float *restrict A,
                const float *restrict B, float *restrict C) {
  if (N >= 1000) {
    other();
    return;
  }
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// CHECK: ![[RUNS]] = !{!"branch_weights", i32 31, i32 1}
// CHECK: ![[RARE]] = !{!"branch_weights", i32 1, i32 127}
// CHECK: ![[JUMP]] = !{!"branch_weights", i32 1, i32 3}
