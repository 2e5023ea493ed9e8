//===- checked.c - Checks as one condition before the nest ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize \
// RUN:   -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='gemmify,verify' -gemmify-target=odd -S \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

_Noreturn void complain(long at);

// Few steps do not ask. What asks compares the extremes.
// CHECK-LABEL: define dso_local void @once
// CHECK: %[[MANY:.*]] = icmp uge i64 %{{.*}}, 24
// CHECK: br i1 %{{.*}}, label %gemmify.checks, label %gemmify.original
// CHECK: gemmify.checks:
// CHECK: icmp ule i128 %{{.*}}, 281474976710656
// CHECK: icmp sge i128 %{{.*}}, 1
// CHECK: br i1 %{{.*}}, label %gemmify.original.unchecked, label %gemmify.original
// CHECK: call {{.*}}@gemmify.kernel.
// The source's loops check, and only they.
// CHECK: call void @complain
// CHECK-NOT: call void @complain
// CHECK: }
void once(long n, const float *restrict A, const float *restrict B,
          float *restrict C, unsigned long size) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        if (k * n + j >= size)
          complain(k);
        C[i * n + j] += A[i * n + k] * B[k * n + j];
      }
}

// What is no product leaves no trace.
// CHECK-LABEL: define dso_local void @sum_of_sums
// CHECK-NOT: unchecked
// CHECK-NOT: gemmify
// CHECK: }
void sum_of_sums(long n, const float *restrict A, const float *restrict B,
                 float *restrict C, unsigned long size) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        if (k * n + j >= size)
          complain(k);
        C[i * n + j] += A[i * n + k] * A[i * n + k];
      }
}

// Quotients of 128 bits are calls of a library.
// CHECK-LABEL: define dso_local void @of_a_quotient
// CHECK-NOT: div i128
// CHECK: {{^}}}
void of_a_quotient(long n, const float *restrict A, const float *restrict B,
                   float *restrict C, unsigned long size) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        if (k * n + j >= size / 100)
          complain(k);
        C[i * n + j] += A[i * n + k] * B[k * n + j];
      }
}

// Lengths are looked up row by row, each when all checks before it have passed.
// CHECK-LABEL: define dso_local void @lengths
// CHECK: gemmify.checks:
// CHECK: br i1 %{{.*}}, label %[[LOOK:.*]], label %[[CHECKED:gemmify.checked.*]]
// CHECK: [[LOOK]]:
// CHECK-NEXT: br label %[[WALK:.*]]
// CHECK: [[WALK]]:
// CHECK-NEXT: %[[ROW:.*]] = phi i64 [ 0, %[[LOOK]] ], [ %{{.*}}, %[[MORE:.*]] ]
// CHECK: load i64, ptr
// CHECK: br i1 %{{.*}}, label %[[MORE]], label %[[CHECKED]]
// CHECK: [[MORE]]:
// CHECK: icmp eq i64 %[[ROW]]
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[WALK]]
// CHECK: [[CHECKED]]:
// CHECK-NEXT: phi i1 [ false, %gemmify.checks ], [ false, %[[WALK]] ], [ true, %{{.*}} ]
// CHECK: call {{.*}}@gemmify.kernel.
void lengths(long n, const float *restrict A, const float *restrict B,
             float *restrict C, const unsigned long *restrict size) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        if (j >= size[k])
          complain(k);
        C[i * n + j] += A[i * n + k] * B[k * n + j];
      }
}
