//===- row-lengths.c - Rows that say themselves how long they are ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

struct row {
  const float *begin, *end;
};
#define ARGS                                                                   \
  long M, long N, const struct row *restrict A, const float *restrict B,       \
      float *restrict C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)

// CHECK-LABEL: GEMM nests of 'by_ends':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A by row pointers
// CHECK: guard: ({{.*}}ptrtoint ptr %[[BEGIN:.*]] to i64){{.*}}ptrtoint ptr %[[END:.*]] to i64)) eq 0 is false
// CHECK-DAG: fixed: %[[BEGIN]], ptr at %A
// CHECK-DAG: fixed: %[[END]], ptr at (8 + %A)
// CHECK-DAG: rows: %[[BEGIN]], ptr at %A + i*(16)
// CHECK-DAG: rows: %[[END]], ptr at (8 + %A) + i*(16)
// CHECK: equal for all i: ((-1 * (ptrtoint ptr %[[BEGIN]] to i64)) + (ptrtoint ptr %[[END]] to i64))
// CHECK-NOT: kept
void by_ends(ARGS) {
  I J {
    float s = 0;
    const float *b = B + j;
    for (const float *a = A[i].begin; a != A[i].end; a++, b += N)
      s += *a * *b;
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'by_table':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK: equal for all i: %
// CHECK-NOT: kept
void by_table(const int *restrict length, ARGS) {
  I J {
    float s = 0;
    for (int k = 0; k < length[i]; k++)
      s += A[i].begin[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}
// A row's own elements say how long it is: those behind its end are not read.
// CHECK-LABEL: GEMM nests of 'by_its_elements':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void by_its_elements(const int *restrict length, ARGS) {
  I J {
    float s = 0;
    for (int k = 0; k < length[k]; k++)
      s += A[i].begin[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}
