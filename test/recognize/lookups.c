//===- lookups.c - Elements that are looked up by data --------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define ARGS                                                                   \
  long M, long N, long K, const unsigned char *A, const float *B, float *C,    \
      const float *table

// CHECK-LABEL: GEMM nests of 'by_data':
// CHECK: A looked up, B row-major, C row-major
// CHECK: P: float at %table + lookup, which is (4 * (zext i8 %[[A:[0-9]+]] to i64))<nuw><nsw>
// CHECK: rows: %[[A]], i8 at %A + i*(%K) + k*(1)
// CHECK: C must be apart from i8 at %A + i*(%K) + k*(1){{$}}
// CHECK: C must be apart from float at %table + lookup, {{.*}}, row by row
void by_data(ARGS) { I J L C[i * N + j] += table[A[i * K + k]] * B[k * N + j]; }

// What cannot overlap is not tested.
// CHECK-LABEL: GEMM nests of 'restricted':
// CHECK: A looked up
// CHECK-NOT: must be apart
void restricted(long M, long N, long K, const int *restrict A,
                const float *restrict B, float *restrict C,
                const float *restrict table) {
  I J L C[i * N + j] += table[A[i * K + k]] * B[k * N + j];
}

// A table for each k: what moves with k alone stays a stride.
// CHECK-LABEL: GEMM nests of 'table_of_k':
// CHECK: P: float at %table + k*(1024) + lookup, which is (4 *
void table_of_k(ARGS) {
  I J L C[i * N + j] += table[k * 256 + A[i * K + k]] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'as_an_expression':
// CHECK: A an expression
// CHECK: reads float at %table + lookup, which is (4 * (zext i4
void as_an_expression(ARGS) {
  I J L C[i * N + j] +=
      (table[A[i * K + k] & 15] - 0.5f) * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'through_two_tables':
// CHECK: P: float at %table + lookup, which is (4 * (zext i8 %[[P:[0-9]+]] to i64))<nuw><nsw>
// CHECK: rows: %[[A:[0-9]+]], i8 at %A + i*(%K) + k*(1)
// CHECK: rows: %[[P]], i8 at %perm + lookup, which is (zext i8 %[[A]] to i64)
void through_two_tables(ARGS, const unsigned char *perm) {
  I J L C[i * N + j] += table[perm[A[i * K + k]]] * B[k * N + j];
}

// What is looked up with i, j and k belongs to neither operand.
// CHECK-LABEL: GEMM nests of 'of_all_indices':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void of_all_indices(ARGS) {
  I J L C[i * N + j] += table[(A[i * K + k] + j) & 255] * B[k * N + j];
}
