//===- reloaded.c - Sizes that a store might change -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-strict-aliasing -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

struct matrix {
  float *data;
  long rows, cols, pitch;
};
#define AT(X, R, C) X->data[(R) * X->pitch + (C)]

// CHECK-LABEL: GEMM nests of 'scalar':
// CHECK: m = (1 smax %[[M:.*]]), n = (1 smax %[[N:.*]]), k =
// CHECK-DAG: fixed: %[[N]], i64 at (16 + %C)
// CHECK-DAG: fixed: %[[MLATER:.*]], i64 at (8 + %C)
// CHECK: if %[[M]] eq %[[MLATER]]
// CHECK: if %{{.*}} eq %[[N]]
// CHECK: C must be apart from i64 at (16 + %C)
// CHECK: C must be apart from i64 at (8 + %C)
void scalar(const struct matrix *A, const struct matrix *B, struct matrix *C) {
  for (long i = 0; i < C->rows; i++)
    for (long j = 0; j < C->cols; j++) {
      float s = 0;
      for (long k = 0; k < A->cols; k++)
        s += AT(A, i, k) * AT(B, k, j);
      AT(C, i, j) = s;
    }
}

// CHECK-LABEL: GEMM nests of 'memory':
// CHECK: m = (1 smax %{{.*}}), n = (1 smax %{{.*}}), k = (1 smax %
// CHECK-COUNT-2: guard: %{{.*}} sgt 0
// CHECK-COUNT-3: if %{{.*}} eq %
// CHECK: C must be apart from i64 at (8 + %C)
void memory(const struct matrix *A, const struct matrix *B, struct matrix *C) {
  for (long i = 0; i < C->rows; i++)
    for (long j = 0; j < C->cols; j++)
      for (long k = 0; k < A->cols; k++)
        AT(C, i, j) += AT(A, i, k) * AT(B, k, j);
}

// A pitch that is not always what it was first, or is not the same everywhere.
#define ARGS                                                                   \
  long M, long N, const float *restrict A, const float *restrict B, float *C
#define NEST(FIRST, LATER, NEXT)                                               \
  long pitch = FIRST;                                                          \
  for (long i = 0; i < M; i++) {                                               \
    for (long j = 0; j < N; j++) {                                             \
      float s = 0;                                                             \
      for (long k = 0; k < M; k++)                                             \
        s += A[i * M + k] * B[k * N + j];                                      \
      C[i * pitch + j] = s;                                                    \
      pitch = LATER;                                                           \
    }                                                                          \
    NEXT;                                                                      \
  }

// CHECK-LABEL: GEMM nests of 'the_same':
// CHECK: if %[[FIRST:.*]] eq %[[LATER:.*]]
// CHECK: C must be apart from i64 at %p
void the_same(const long *p, ARGS) { NEST(*p, *p, ) }
// CHECK-LABEL: GEMM nests of 'counted':
// CHECK-NEXT: no nest at %for.body8: the sum is not stored to an element of an array right after the k loop
void counted(const long *p, ARGS) { NEST(*p, *p, pitch++) }
// CHECK-LABEL: GEMM nests of 'of_two':
// CHECK-NEXT: no nest at %for.body8: the sum is not stored to an element of an array right after the k loop
void of_two(const long *p, long other, ARGS) { NEST(*p, *p, pitch = other) }
// CHECK-LABEL: GEMM nests of 'of_none':
// CHECK-NEXT: no nest at %for.body8: the sum is not stored to an element of an array right after the k loop
void of_none(const long *p, ARGS) {
  long none;
  NEST(none, *p, )
}
// CHECK-LABEL: GEMM nests of 'found_again':
// CHECK-NEXT: no nest at %for.body8: the sum is not stored to an element of an array right after the k loop
void found_again(long **p, ARGS) { NEST(**p, **p, ) }
// CHECK-LABEL: GEMM nests of 'elsewhere':
// CHECK-NEXT: no nest at %for.body8: the sum is not stored to an element of an array right after the k loop
void elsewhere(const long __attribute__((address_space(1))) *p, ARGS) {
  NEST(*p, *p, )
}

// Nobody knows how far a loop beside the product moves a pointer.
// CHECK-LABEL: GEMM nests of 'behind_padding':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void behind_padding(const long *padding, ARGS) {
  for (long i = 0; i < M; i++) {
    float *row = C;
    for (long l = 0; l < *padding; l++)
      *C++ = 0;
    for (long k = 0; k < M; k++)
      for (long j = 0; j < N; j++)
        row[j] += A[i * M + k] * B[k * N + j];
  }
}
// CHECK-LABEL: GEMM nests of 'less_in_each_tile':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void less_in_each_tile(const long *depth, ARGS) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long l = 0; l < M; l += 32)
        for (long k = 0; k != *depth - l; k++)
          C[i * N + j] += A[i * M + l + k] * B[(l + k) * N + j];
}
