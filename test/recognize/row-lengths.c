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
// A row's own elements say how long it is: those behind its end are not read, so
// that this is no length of a row, but a number that all of them have to say.
// CHECK-LABEL: GEMM nests of 'by_its_elements':
// CHECK-NEXT: GEMM nest at %{{.*}}.tables: float C(i,j) = 0 + sum A(i,k)*B(k,j)
void by_its_elements(const int *restrict length, ARGS) {
  I J {
    float s = 0;
    for (int k = 0; k < length[k]; k++)
      s += A[i].begin[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}

// Loads that are the same for all rows are not looked up.
// CHECK-LABEL: GEMM nests of 'and_some':
// CHECK: fixed: %[[LENGTH:.*]], i64 at %length
// CHECK-NEXT: fixed: %[[MORE:.*]], i64 at %more
// CHECK-NEXT: rows:
// CHECK-NEXT: rows: %[[LENGTH]], i64 at %length + i*(8)
// CHECK: equal for all i: (%[[MORE]] + %[[LENGTH]])
void and_some(const long *restrict length, const long *restrict more, ARGS) {
  I J {
    float s = 0;
    for (long k = 0; k < length[i] + *more; k++)
      s += A[i].begin[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}
// Of rows without elements of C, the depth is not read.
// CHECK-LABEL: GEMM nests of 'widths_and_depths':
// CHECK: rows: %[[WIDTH:.*]], i64 at %width + i*(8)
// CHECK: rows: %[[DEPTH:.*]], i64 at %depth + i*(8)
// CHECK: equal for all i: %[[WIDTH]]
// CHECK-NEXT: equal for all i: %[[DEPTH]]
void widths_and_depths(const long *restrict width, const long *restrict depth,
                       ARGS) {
  I for (long j = 0; j < width[i]; j++) {
    float s = 0;
    for (long k = 0; k < depth[i]; k++)
      s += A[i].begin[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}

// How many elements there are from end to end: a negative number is none.
#define SIZE(R) ((R).end - (R).begin)
#define SUM(COUNT)                                                             \
  float s = 0;                                                                 \
  for (long k = 0; k < COUNT; k++)                                             \
    s += X[i * M + k] * B[k * N + j];                                          \
  C[i * N + j] = s;
#define ARGS_AND_X const float *restrict X, ARGS
// CHECK-LABEL: GEMM nests of 'by_size':
// CHECK: k = (((-1 * (ptrtoint ptr %[[BEGIN:.*]] to i64)) + (ptrtoint ptr %[[END:.*]] to i64)) /u 4)
// CHECK: equal for all i: ((-1 * (ptrtoint ptr %[[BEGIN]] to i64)) + (ptrtoint ptr %[[END]] to i64))
// CHECK: if ((-1 * (ptrtoint ptr %[[BEGIN]] to i64)) + (ptrtoint ptr %[[END]] to i64)) sge 0
void by_size(ARGS_AND_X) { I J { SUM(SIZE(A[i])) } }
// CHECK-LABEL: GEMM nests of 'by_size_of_column':
// CHECK: equal for all j:
// CHECK: sge 0
void by_size_of_column(ARGS_AND_X) { I J { SUM(SIZE(A[j])) } }
// CHECK-LABEL: GEMM nests of 'by_size_of_one':
// CHECK: fixed: %[[END:.*]], ptr at (8 + %A)
// CHECK: fixed: %[[BEGIN:.*]], ptr at %A
// CHECK-NOT: equal
// CHECK: if ((-1 * (ptrtoint ptr %[[BEGIN]] to i64)) + (ptrtoint ptr %[[END]] to i64)) sge 0
void by_size_of_one(long M, long N, const struct row *A, const float *X,
                    const float *B, float *C) {
  I J { SUM(SIZE(A[0])) }
}
// CHECK-LABEL: GEMM nests of 'by_size_before':
// CHECK: k = %
// CHECK-NOT: sge 0
void by_size_before(ARGS_AND_X) {
  long n = SIZE(A[0]);
  I J { SUM(n) }
}
// CHECK-LABEL: GEMM nests of 'by_difference':
// CHECK: equal for all i: (%{{.*}} + %{{.*}})
// CHECK-NOT: sge 0
void by_difference(const long *restrict at, ARGS_AND_X) {
  I J { SUM(at[i + 1] + at[i]) }
}

// Other statements may run over rows of any length: of which nothing is known
// before the nest.
// CHECK-LABEL: GEMM nests of 'beside_rows':
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void beside_rows(long M, long N, const long *length, const float *restrict X,
                 const float *B, float *C, float *D) {
  I {
    J { SUM(N) }
    for (long k = 0; k < length[i]; k++)
      D[k] += 1;
  }
}

// A loop over the rest of a row of unknown length: what comes before is a product.
// CHECK-LABEL: GEMM nests of 'rest_of_row':
// CHECK-NEXT: GEMM nest at %{{.*}}.turns:
#define STEP(K) X[i * M + (K)] * B[(K)*N + j]
void rest_of_row(const long *restrict length, ARGS_AND_X) {
  I J {
    float s = 0;
    for (long k = 0; k < M / 2 * 2; k += 2) {
      s += STEP(k);
      s += STEP(k + 1);
    }
    long k = M / 2 * 2;
    do
      s += STEP(k);
    while (++k < length[i]);
    C[i * N + j] = s;
  }
}

// The shortest of two rows, as a zip of them has it.
// CHECK-LABEL: GEMM nests of 'shorter_of_two':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-DAG: equal for all i: %
// CHECK-DAG: equal for all k: %
// CHECK-NOT: kept
void shorter_of_two(const unsigned long *restrict in,
                    const unsigned long *restrict out, ARGS) {
  I for (long k = 0; k < 64; k++) {
    const unsigned long n = out[i] < in[k] ? out[i] : in[k];
    for (unsigned long j = 0; j < n; j++)
      C[i * N + j] += A[i].begin[k] * B[k * N + j];
  }
}
// Other numbers made of two rows are no bounds that programs have.
// CHECK-LABEL: GEMM nests of 'product_of_two':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void product_of_two(const unsigned long *restrict in,
                const unsigned long *restrict out, ARGS) {
  I for (long k = 0; k < 64; k++)
    for (unsigned long j = 0; j < out[i] * in[k]; j++)
      C[i * N + j] += A[i].begin[k] * B[k * N + j];
}

// Rows of the result are filled as far as they go, which has to be as far as
// they are computed.
struct out {
  float *begin, *end;
};
#define FILL(R)                                                                \
  if ((R).begin != (R).end)                                                    \
  __builtin_memset((R).begin, 0, ((char *)(R).end - 4 - (char *)(R).begin & -4) + 4)
#define OUT_ARGS                                                               \
  long M, long N, const float *restrict A, const float *restrict B,            \
      const struct out *restrict C, const struct out *restrict D
// CHECK-LABEL: GEMM nests of 'filled':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK: guard: ({{.*}}ptrtoint ptr %[[BEGIN:.*]] to i64){{.*}}ptrtoint ptr %[[END:.*]] to i64)) eq 0 is false
// CHECK: equal for all i: ((-1 * (ptrtoint ptr %[[BEGIN]] to i64)) + (ptrtoint ptr %[[END]] to i64))
// CHECK: if (4 + (4 * ((-4 + (-1 * (ptrtoint ptr %[[BEGIN]] to i64)) + (ptrtoint ptr %[[END]] to i64)) /u 4)){{.*}} eq (4 * %N)
// CHECK-NOT: kept
void filled(OUT_ARGS) {
  I {
    FILL(C[i]);
    J for (long k = 0; k < N; k++)
      C[i].begin[j] += A[i * N + k] * B[k * N + j];
  }
}
// Rows of something else may have any length.
// CHECK-LABEL: GEMM nests of 'fills_others':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NOT: equal
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void fills_others(OUT_ARGS) {
  I {
    FILL(D[i]);
    J for (long k = 0; k < N; k++)
      C[i].begin[j] += A[i * N + k] * B[k * N + j];
  }
}
// The length that is filled has to be the same for all rows.
// CHECK-LABEL: GEMM nests of 'filled_by_width':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void filled_by_width(const long *restrict width, const long *restrict depth,
                     OUT_ARGS) {
  I {
    __builtin_memset(C[i].begin, 0, width[i] * 4);
    J for (long k = 0; k < depth[i]; k++)
      C[i].begin[j] += A[i * N + k] * B[k * N + j];
  }
}
