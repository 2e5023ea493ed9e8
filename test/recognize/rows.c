//===- rows.c - Rows that are found through tables ------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define I for (int i = 0; i < M; i++)
#define J for (int j = 0; j < N; j++)
#define L for (int k = 0; k < K; k++)
#define SIZES int M, int N, int K

// CHECK-LABEL: GEMM nests of 'pointers':
// CHECK: A by row pointers, B by row pointers, C by row pointers
// CHECK: P: float at 0 + row(i) + k*(4), row(i) = %[[A:[0-9]+]]
// CHECK: Q: float at 0 + j*(4) + row(k), row(k) = %[[B:[0-9]+]]
// CHECK: C: float at 0 + row(i) + j*(4), row(i) = %[[C:[0-9]+]]
// CHECK-DAG: rows: %[[A]], ptr at %A + i*(8)
// CHECK-DAG: rows: %[[B]], ptr at %B + k*(8)
// CHECK-DAG: rows: %[[C]], ptr at %C + i*(8)
// CHECK-NOT: must be apart from ptr
// CHECK: C must be apart from float at 0 + row(i) + k*(4), row(i) = %[[A]], row by row
// CHECK: C must be apart from float at 0 + j*(4) + row(k), row(k) = %[[B]], row by row
void pointers(SIZES, float **A, float **B, float **C) {
  I L J C[i][j] += A[i][k] * B[k][j];
}

/// Nothing says that a sum is not stored over a pointer.
// CHECK-LABEL: GEMM nests of 'unknown_types':
// CHECK: C must be apart from ptr at %A + i*(8){{$}}
typedef float any __attribute__((may_alias));
void unknown_types(SIZES, any **A, any *B, any *C) {
  I L J C[i * N + j] += A[i][k] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'vectors':
// CHECK: A by row pointers, B by row pointers, C by row pointers
// CHECK-DAG: rows: %{{.*}}, ptr at {{.*}} + i*(24)
// CHECK-DAG: rows: %{{.*}}, ptr at {{.*}} + k*(24)
struct vector { float *begin, *end, *capacity; };
struct matrix { struct vector *begin, *end, *capacity; };
void vectors(SIZES, struct matrix *A, struct matrix *B, struct matrix *C) {
  I L J C->begin[i].begin[j] += A->begin[i].begin[k] * B->begin[k].begin[j];
}

// CHECK-LABEL: GEMM nests of 'deep':
// CHECK: rows: %[[ROW:[0-9]+]], ptr at %A + i*(8)
// CHECK: rows: %{{.*}}, ptr at 8 + row(i), row(i) = %[[ROW]]
struct row { long length; float *data; };
void deep(SIZES, struct row **A, const float *B, float *restrict C) {
  I J {
    float s = 0;
    L s += A[i]->data[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'gathered':
// CHECK: A gathered, B gathered, C gathered
// CHECK: P: float at %A + row(i) + k*(4), row(i) = (4 * (sext i32 (%lda * %[[A:[0-9]+]])<nsw> to i64))<nsw>
// CHECK: Q: float at %B + j*(4) + row(k), row(k) = (4 * (sext i16 %[[B:[0-9]+]] to i64)
// CHECK: C: float at %C + row(i) + j*(4)
// CHECK-DAG: rows: %[[A]], i32 at %a + i*(4)
// CHECK-DAG: rows: %[[B]], i16 at %b + k*(2)
void gathered(SIZES, const float *restrict A, int lda, const float *restrict B,
              long ldb, float *restrict C, const int *a, const short *b,
              const long *c) {
  I L J C[c[i] * N + j] += A[a[i] * lda + k] * B[b[k] * ldb + j];
}

/// Unsigned arithmetic may wrap around between the rows and k.
// CHECK-LABEL: GEMM nests of 'wrapping':
// CHECK: P: float at %A + row(i) + k*(4), row(i) = (4 * (zext i32 (%lda * %[[A:[0-9]+]]) to i64))
// CHECK: must not wrap (unsigned): (%lda * %[[A]]) of i32 + i*(0) + j*(0) + k*(1)
void wrapping(SIZES, const float *restrict A, int lda, const float *restrict B,
              float *restrict C, const unsigned *a) {
  I L J C[i * N + j] += A[a[i] * lda + k] * B[k * N + j];
}

/// Gathered in both directions, and repeated rows: an index is computed.
// CHECK-LABEL: GEMM nests of 'both_ways':
// CHECK: P: float at 0 + row(i) + row(k), row(i) = %{{.*}}, row(k) = (4 * (sext i32
// CHECK: Q: float at %B + j*(4) + row(k), row(k) = (4 * (sext i32 %N to i64) * ({{.*}} /u 2))
void both_ways(SIZES, float **A, const float *restrict B, float *restrict C,
               const int *a, const int *column) {
  I J {
    float s = 0;
    L s += A[a[i]][column[k]] * B[(k / 2u) * (long)N + j];
    C[i * N + j] = s;
  }
}

/// Two loads of one row are one.
// CHECK-LABEL: GEMM nests of 'reloaded':
// CHECK: GEMM nest at
// CHECK: start: {{.*}} 0.0
void reloaded(SIZES, any **A, any **B, any **C) {
  I J {
    C[i][j] = 0;
    L C[i][j] += A[i][k] * B[k][j];
  }
}
