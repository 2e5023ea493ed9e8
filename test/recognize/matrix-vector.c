//===- matrix-vector.c - What two loops may look like ---------------------===//
//
// One function per form. Nothing is said of two loops that are none of them.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  int m, int n, const float *restrict A, int lda, const float *restrict x,     \
      float *restrict y
#define I for (int i = 0; i < m; i++)
#define K for (int k = 0; k < n; k++)

// CHECK-LABEL: GEMM nests of 'by_rows':
// CHECK-NEXT: GEMM nest at
void by_rows(ARGS) {
  I {
    float s = 0;
    K s += A[i * lda + k] * x[k];
    y[i] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'in_memory':
// CHECK-NEXT: GEMM nest at
void in_memory(ARGS) { I K y[i] += A[i * lda + k] * x[k]; }
// CHECK-LABEL: GEMM nests of 'by_columns':
// CHECK-NEXT: GEMM nest at
void by_columns(ARGS) {
  I {
    float s = y[i];
    K s -= A[i + k * lda] * x[k];
    y[i] = s > 0 ? s : 0;
  }
}
// CHECK-LABEL: GEMM nests of 'widened':
// CHECK-NEXT: GEMM nest at %{{.*}}: float16 x int8 -> float C(i,j)
void widened(int m, int n, const signed char *restrict A, int lda,
             const _Float16 *restrict x, float *restrict y) {
  I {
    float s = 0;
    K s += A[i * lda + k] * (float)x[k];
    y[i] = s;
  }
}
// In any order as well: LLVM would gather.
// CHECK-LABEL: GEMM nests of 'integers_by_columns':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = C + sum A(i,k)*B(k,j), {{.*}}, any order
void integers_by_columns(int m, int n, const int *restrict A, int lda,
                         const int *restrict x, int *restrict y) {
  I K y[i] += A[i + k * lda] * x[k];
}
// CHECK-LABEL: GEMM nests of 'repeated':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
// CHECK-NEXT: GEMM nest at
void repeated(int times, ARGS) {
  for (int t = 0; t < times; t++) I {
      float s = 0;
      K s += A[t * m * n + i * lda + k] * x[t * n + k];
      y[t * m + i] = s;
    }
}

// LLVM's vectors do as well: any order, and a loop over rows inside.
// CHECK-LABEL: GEMM nests of 'any_order':
// CHECK-NEXT: GEMM nests of 'integers':
void any_order(ARGS) {
#pragma clang fp reassociate(on)
  I {
    float s = 0;
    K s += A[i * lda + k] * x[k];
    y[i] = s;
  }
}
// CHECK-NEXT: GEMM nests of 'rows_inside':
void integers(int m, int n, const int *restrict A, int lda,
              const int *restrict x, int *restrict y) {
  I K y[i] += A[i * lda + k] * x[k];
}
// CHECK-NEXT: GEMM nests of 'one_sum':
void rows_inside(ARGS) { K I y[i] += A[i + k * lda] * x[k]; }

// No such products.
// CHECK-NEXT: GEMM nests of 'rank_one':
void one_sum(ARGS) {
  float s = 0;
  I K s += A[i * lda + k] * x[k];
  *y = s;
}
// CHECK-NEXT: GEMM nests of 'both_by_rows':
void rank_one(ARGS, float *restrict C) { I K C[i * n + k] += y[i] * x[k]; }
// CHECK-NEXT: GEMM nests of 'triangle':
void both_by_rows(ARGS, const float *restrict B) {
  I {
    float s = 0;
    K s += A[i * lda + k] * B[i * lda + k];
    y[i] = s;
  }
}
// CHECK-NEXT: GEMM nests of 'beside':
void triangle(ARGS) {
  I {
    float s = 0;
    for (int k = 0; k < i; k++)
      s += A[i * lda + k] * x[k];
    y[i] = s;
  }
}
// A split would leave one use of a product, which could be fused then.
// CHECK-NEXT: GEMM nest at
// CHECK: rest: 1 writes
// FAST-LABEL: GEMM nests of 'beside':
// FAST-NEXT: GEMM nests of 'both_ways':
void beside(ARGS, float *restrict z) {
  I {
    float s = 0;
    K s += A[i * lda + k] * x[k];
    y[i] = s;
    z[i] = i;
  }
}
// CHECK-LABEL: GEMM nests of 'both_ways':
// CHECK-NEXT: GEMM nest at
// CHECK: rest: 1 writes
void both_ways(ARGS, const float *restrict r, float *restrict z) {
  I {
    float s = 0;
    K {
      z[k] += r[i] * A[i * lda + k];
      s += A[i * lda + k] * x[k];
    }
    y[i] = s;
  }
}
// Squares wait for each other as long without the product.
// CHECK-LABEL: GEMM nests of 'squares':
// CHECK-NEXT: GEMM nests of 'feeds_itself':
void squares(ARGS, float *restrict z) {
  I {
    float s = 0, t = 0;
    K {
      s += A[i * lda + k] * x[k];
      t += A[i * lda + k] * A[i * lda + k];
    }
    y[i] = s;
    z[i] = t;
  }
}
// CHECK-NEXT: GEMM nest at
// CHECK: kept: the result is also an operand of the product; compute into another array
void feeds_itself(ARGS) {
  I {
    float s = 0;
    K s += A[i * lda + k] * y[k];
    y[i] = s;
  }
}
