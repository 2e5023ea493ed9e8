//===- rest.c - Products among other statements ---------------------------===//
//
// What else a nest does is its rest. Printed are the accesses of the product
// and of the rest that must not meet, or only in the order of the source.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, float *restrict A, float *restrict B,                \
      float *restrict C, float *restrict D
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define SUM                                                                    \
  float s = 0;                                                                 \
  L s += A[i * K + k] * B[k * N + j];
#define C_ C[i * N + j]

// The result is stored where it is the sum itself.
// CHECK-LABEL: GEMM nests of 'two_results':
// CHECK: C: float at %C
// CHECK-NOT: kept
// CHECK: rest: 1 writes, uses the result
void two_results(ARGS) {
  I J {
    SUM D[i * N + j] = s * 2;
    C_ = s;
  }
}
// Without restrict, D has to be apart from all that the product touches.
// CHECK-LABEL: GEMM nests of 'overlap':
// CHECK-NOT: kept
// CHECK: rest: 1 writes, uses the result
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NEXT: read of float at %A + %M * ((4 * %K)) + %K * (4); apart: write of float at %D + %M * ((4 * %N)) + %N * (4)
// CHECK-NEXT: read of float at %B + %N * (4) + %K * ((4 * %N)); apart: write of float at %D + %M * ((4 * %N)) + %N * (4)
void overlap(long M, long N, long K, float *A, float *B, float *C, float *D) {
  I J {
    SUM C_ = s;
    D[i * N + j] = s;
  }
}
// Row i is read and written behind the loop that completes it.
// CHECK-LABEL: GEMM nests of 'row_by_row':
// CHECK-NOT: kept
// CHECK-NOT: kept
// CHECK: rest: 1 writes
// CHECK-NEXT: write of float at %C + %M * ((4 * %N)) + %N * (4); apart or in order: write of float at %C + %M * ((4 * %N)) + %N * (4)
void row_by_row(ARGS) {
  I {
    J { SUM C_ = s; }
    J C_ = C_ > 0 ? C_ : 0;
  }
}
// CHECK-LABEL: GEMM nests of 'prepares_row':
// CHECK-NOT: kept
// CHECK: rest, runs first: 1 writes
// CHECK-NEXT: read of float at %A + %M * ((4 * %K)) + %K * (4); apart or in order: write of float at %A + %M * ((4 * %K)) + %K * (4)
// CHECK-NOT: kept
void prepares_row(ARGS) {
  I {
    L A[i * K + k] *= D[i];
    J { SUM C_ = s; }
  }
}
// CHECK-LABEL: GEMM nests of 'total':
// CHECK-NOT: kept
// CHECK: rest: 0 writes, values used after the nest, uses the result
float total(ARGS) {
  float t = 0;
  I J {
    SUM C_ = s;
    t += s;
  }
  return t;
}
// A condition beside the product is no guard.
// CHECK-LABEL: GEMM nests of 'stores_if':
// CHECK: C: float at %C
// CHECK-NEXT: guard: %cmp
// CHECK-NEXT: guard: %cmp
// CHECK-NEXT: rest: 1 writes, uses the result
// CHECK-NOT: kept
void stores_if(ARGS) {
  I J {
    SUM C_ = s;
    if (B[j] > 0)
      D[i * N + j] = s;
  }
}
// Each is the other's rest.
// CHECK-LABEL: GEMM nests of 'two_products':
// CHECK: C: float at %C
// CHECK: rest: 1 writes
// CHECK: C: float at %D
// CHECK-NOT: kept
// CHECK: rest: 1 writes
void two_products(ARGS) {
  I {
    J { SUM C_ = s; }
    J {
      float s = 0;
      L s += A[i * K + k] * B[j * K + k];
      D[i * N + j] = s;
    }
  }
}
// A condition that does not change is gone round where nothing depends on it,
// although LLVM asks on each way whether the column is empty.
// CHECK-LABEL: GEMM nests of 'reference_blas':
// CHECK: final: the sum
// CHECK: rest, runs first: 2 writes
// CHECK-NEXT: write of float at %C {{.*}}; apart or in order: write of i8 at %C
// CHECK-NEXT: write of float at %C {{.*}}; apart or in order: write of float at %C
// CHECK-NOT: kept
void reference_blas(ARGS, float beta) {
  I {
    if (beta == 0)
      J C_ = 0;
    else if (beta != 1)
      J C_ *= beta;
    L {
      float t = A[i * K + k];
      J C_ += t * B[k * N + j];
    }
  }
}
// Elsewhere each way is a nest.
// CHECK-LABEL: GEMM nests of 'final_if':
// CHECK: GEMM nest at {{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j))
// CHECK: guard: %
// CHECK-NEXT: guard: %
// CHECK-NEXT: guard: %[[IF:.*]]
// CHECK-NEXT: fixed: %[[BETA:.*]], float at %D
// CHECK: GEMM nest at
// CHECK: reads C, float at %C
// CHECK: guard: %[[IF]] is false
// CHECK-NEXT: fixed: %[[BETA]], float at %D
// CHECK-NOT: kept
void final_if(ARGS) {
  I J {
    SUM
    if (*D == 0)
      C_ = 2 * s;
    else
      C_ = 2 * s + *D * C_;
  }
}
// Where the sum starts is an expression with two ways.
// CHECK-LABEL: GEMM nests of 'start_if':
// CHECK: start: {{.*}} = phi float
// CHECK-NEXT: reads C, on a condition
// CHECK-NOT: kept
void start_if(ARGS, float beta) {
  I J {
    float s = 0;
    if (beta != 0)
      s = beta * C_;
    L s += A[i * K + k] * B[k * N + j];
    C_ = s;
  }
}
// The library's square root sets errno for a negative number: that is tested.
// CHECK-LABEL: GEMM nests of 'over_root':
// CHECK: final: {{.*}} = fdiv float
// CHECK: if %K sge 0
// CHECK-NOT: kept
// CHECK: rest: 1 writes
void over_root(ARGS) {
  I J {
    SUM C_ = s / __builtin_sqrtf(K);
    D[i * N + j] = 1;
  }
}
// CHECK-LABEL: GEMM nests of 'over_root_of_element':
// CHECK: no nest {{.*}}: the nest calls a function that may set errno
void over_root_of_element(ARGS) {
  I J {
    SUM C_ = s / __builtin_sqrtf(D[j]);
  }
}
// A condition that skips zeros decides about NaN and infinity: it is asked before.
// CHECK-LABEL: GEMM nests of 'skips_zeros':
// CHECK: GEMM nest at %{{.*}}.whole: float C(i,j) = C + sum A(i,k)*B(k,j)
void skips_zeros(ARGS) {
  L I {
    float t = A[i * K + k];
    if (t != 0)
      J C_ += t * B[k * N + j];
  }
}

// A sum that gates another one can be read back where it is stored.
// CHECK-LABEL: GEMM nests of 'gated':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK: C: float at %S
// CHECK-NOT: kept
// CHECK: rest: 1 writes, uses the result
void gated(float *restrict S, ARGS) {
  I J {
    float s = 0, t = 0;
    L {
      s += A[i * K + k] * B[k * N + j];
      t += A[i * K + k] * D[k * N + j];
    }
    S[i * N + j] = s;
    C_ = (s > 0 ? s : 0) * t;
  }
}
// A row of C may overwrite the distance between rows of A.
// CHECK-LABEL: GEMM nests of 'overwrites_size':
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void overwrites_size(long M, long N, long K, const float *A, const float *B,
                     long **C, float *D, const long *lda) {
  I {
    J {
      float s = 0;
      L s += A[i * *lda + k] * B[k * N + j];
      C[i][j] = (long)s;
    }
    D[i] = 2;
  }
}

// Where no flag is set, *P is not read: not before the nest either.
// CHECK-LABEL: GEMM nests of 'reads_pointer_if':
// CHECK-NOT: fixed:
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void reads_pointer_if(long M, long N, long K, const float *A, const float *B,
                      float *C, float **P, const int *flag) {
  I {
    for (long j = 0; j < N; j += 2) {
      float s = 0, t = 0;
      L {
        s += A[i * 96 + k] * B[k * 96 + j];
        t += A[i * 96 + k] * B[k * 96 + j + 1];
      }
      C[i * 96 + j] = s;
      C[i * 96 + j + 1] = t;
    }
    if (flag[i])
      for (int u = 0; u < 100; u++) {
        (*P)[u] = (*P)[u] * 5 + u;
        (*P)[0] += u;
      }
  }
}
// A loop that does not end must not be dropped, unless the language says that
// it ends: here it does not, as its condition is a constant.
// CHECK-LABEL: GEMM nests of 'need_not_end':
// CHECK-NEXT: no nest {{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void need_not_end(ARGS, const unsigned *from) {
  I {
    for (unsigned x = from[i];; x = (x * 5 + 2) & 255)
      if (x == 0)
        break;
    J { SUM C_ = s; }
  }
}
// CHECK-LABEL: GEMM nests of 'has_to_end':
// CHECK-NEXT: GEMM nest at
// CHECK-NOT: kept
void has_to_end(ARGS, const unsigned *from) {
  I {
    for (unsigned x = from[i]; x != 0;)
      x = (x * 5 + 2) & 255;
    J { SUM C_ = s; }
  }
}
// CHECK-LABEL: GEMM nests of 'last':
void last(void) {}
