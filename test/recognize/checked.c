//===- checked.c - Checks that are made before the nest -------------------===//
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

#define ARGS                                                                   \
  long M, long N, long K, const float *A, const float *B, float *C,            \
      unsigned long size
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define MEMORY C[i * N + j] += A[i * K + k] * B[k * N + j];

_Noreturn void complain(long at);

// CHECK-LABEL: GEMM nests of 'index_in_range':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = %M, n = %N, k = %K
void index_in_range(ARGS) {
  I J L {
    if (k * N + j >= size)
      complain(k);
    MEMORY
  }
}

// Each index on its own, by one branch.
// CHECK-LABEL: GEMM nests of 'several_tests':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
void several_tests(ARGS, int rows, int columns) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++) {
        if (k < 0 || k >= rows || j < 0 || j >= columns)
          __builtin_trap();
        MEMORY
      }
}

// CHECK-LABEL: GEMM nests of 'no_overflow':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
void no_overflow(ARGS) {
  I J L {
    long at;
    if (__builtin_mul_overflow(k, N, &at) ||
        __builtin_add_overflow(at, j, &at))
      __builtin_trap();
    C[i * N + j] += A[i * K + k] * B[at];
  }
}

// It need not be the end of the program.
// CHECK-LABEL: GEMM nests of 'returns':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
int returns(ARGS) {
  I J L {
    if (i * N + j >= size)
      return 1;
    MEMORY
  }
  return 0;
}

// CHECK-LABEL: GEMM nests of 'check_of_elements':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest depends on what each iteration loads, an element or the length of a row, and throws or stops the program; check before the nest
void check_of_elements(ARGS) {
  I J L {
    if (B[k * N + j] != B[k * N + j])
      complain(k);
    MEMORY
  }
}

// The table is read before the nest.
// CHECK-LABEL: GEMM nests of 'check_of_lengths':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
void check_of_lengths(ARGS, const long *lengths) {
  I J L {
    if (j >= lengths[k])
      complain(k);
    MEMORY
  }
}

// No extremes say where this is largest.
// CHECK-LABEL: GEMM nests of 'product_of_indices':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
void product_of_indices(ARGS) {
  I J L {
    if (i * k >= size)
      complain(k);
    MEMORY
  }
}

// The check counts by a loop whose length changes by one.
// CHECK-LABEL: GEMM nests of 'in_a_triangle':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
void in_a_triangle(ARGS) {
  I for (long j = 0; j <= i; j++) L {
    if (k * N + j >= size)
      complain(k);
    MEMORY
  }
}

// CHECK-LABEL: GEMM nests of 'grows_by_two':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
void grows_by_two(ARGS) {
  I for (long j = 0; j <= 2 * i; j++) L {
    if (k * N + j >= size)
      complain(k);
    MEMORY
  }
}

// CHECK-LABEL: GEMM nests of 'two_triangles':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
void two_triangles(ARGS) {
  I for (long j = 0; j <= i; j++) for (long k = 0; k <= j; k++) {
    if (k * N + j >= size)
      complain(k);
    MEMORY
  }
}

// A break does not leave the nest.
// CHECK-LABEL: GEMM nests of 'leaves_one_loop':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
void leaves_one_loop(ARGS) {
  I J L {
    if (k * N + j >= size)
      break;
    MEMORY
  }
}

// What it sets is used after the nest.
// CHECK-LABEL: GEMM nests of 'leaves_with_a_flag':
// CHECK-NEXT: no nest at %{{.*}}: a loop of the nest has more than one way out; remove the break, return or goto
int leaves_with_a_flag(ARGS) {
  int left = 0;
  I J L {
    if (k * N + j >= size) {
      left = 1;
      break;
    }
    MEMORY
  }
  return left;
}

// Calls are not copied.
// CHECK-LABEL: GEMM nests of 'calls':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
void call(void);
void calls(ARGS) {
  I J L {
    if (k * N + j >= size)
      complain(k);
    call();
    MEMORY
  }
}

// Rows say how long they are, in any type.
// CHECK-LABEL: GEMM nests of 'by_rows':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK: equal for all i: %
void by_rows(ARGS, const int *restrict length, float *restrict D) {
  I J for (int k = 0; k < length[i]; k++) {
    if (k * N + j >= size)
      complain(k);
    D[i * N + j] += A[i * K + k] * B[k * N + j];
  }
}

// Here the next element says whether there is one more step.
// CHECK-LABEL: GEMM nests of 'by_its_elements':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
void by_its_elements(ARGS, const int *restrict length, float *restrict D) {
  I J for (int k = 0; k < length[k]; k++) {
    if (k * N + j >= size)
      complain(k);
    D[i * N + j] += A[i * K + k] * B[k * N + j];
  }
}
