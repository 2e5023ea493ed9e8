//===- sums.c - Where sums start, end and are used ------------------------===//
//
// DEFINE: %{nests} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s
// RUN: %{nests} | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: %{nests} -ffp-contract=fast | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,FUSED
//
//===----------------------------------------------------------------------===//

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define SIZES long M, long N, long K
#define ARGS SIZES, const float *A, const float *B, float *C
#define APART                                                                  \
  SIZES, const float *restrict A, const float *restrict B, float *restrict C
#define C_ C[i * N + j]
#define STEP A[i * K + k] * B[k * N + j]
#define SUM                                                                    \
  float s = 0;                                                                 \
  L s += STEP;

// Each step starts anew.
// CHECK-LABEL: GEMM nests of 'loaded_once':
// CHECK-NOT: nest at
void loaded_once(ARGS) {
  I J {
    float t = C_;
    L C_ = t + STEP;
  }
}

float of(const float *x) __attribute__((pure, nothrow));

// CHECK-LABEL: GEMM nests of 'start_from_call':
// CHECK-NEXT: no nest at {{.*}}: an operand is computed by something other than arithmetic on array elements
void start_from_call(ARGS, const float *x) {
  I {
    J C_ = of(x + j);
    L J C_ += STEP;
  }
}

// An int that is stored where the sum is: not a later value of it.
typedef int any_int __attribute__((may_alias));
// CHECK-LABEL: GEMM nests of 'stored_as_int':
// CHECK-NEXT: GEMM nest at
// CHECK: final: the sum
// CHECK: rest: 1 writes
void stored_as_int(ARGS) {
  I J {
    L C_ += STEP;
    *(any_int *)&C_ = 5;
  }
}

// CHECK-LABEL: GEMM nests of 'row_sums_sometimes':
// CHECK-NEXT: no nest at {{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void row_sums_sometimes(ARGS, const int *x) {
  I J L if (x[k] > 0) C[i] += STEP;
}

// CHECK-LABEL: GEMM nests of 'no_sum':
// CHECK-NOT: nest at
void no_sum(ARGS, const float *D) {
  I J L C[i * K + k] = D[i * K + k] + STEP + A[i] * B[j];
}

// CHECK-LABEL: GEMM nests of 'no_sum_of_others':
// CHECK-NOT: nest at
void no_sum_of_others(SIZES, const long double *A, const long double *B,
                      long double *C, const long double *D) {
  I J L C[i * K + k] = D[i * K + k] + STEP;
}

// CHECK-LABEL: GEMM nests of 'pointers_as_numbers':
// CHECK-NEXT: no nest at {{.*}}: an operand is computed by something other than arithmetic on array elements
void pointers_as_numbers(SIZES, char **A, const float *B, float *restrict C) {
  I J {
    float s = 0;
    L s += (A[i * K + k] ? 1.5f : 0.5f) * B[k * N + j];
    C_ = s;
  }
}

// The last tile's sum is stored, or one that is changed after each.
#define TILES for (long t = 0; t < T; t++)
#define IN_TILE for (long k = 0; k < 8; k++)
#define TILE A[i * K + 8 * t + k] * B[(8 * t + k) * N + j]
// CHECK-LABEL: GEMM nests of 'last_tile':
// STRICT-NEXT: GEMM nest at {{.*}}: float C(i,j) = 0 + sum
// STRICT-NEXT: k = 8{{$}}
void last_tile(APART, long T) {
  TILES I J {
    float s = 0;
    IN_TILE s += TILE;
    C_ = s;
  }
}

// CHECK-LABEL: GEMM nests of 'clamped_tiles':
// STRICT-NEXT: GEMM nest at {{.*}}: float C(i,j) = f(C + sum
// STRICT-NEXT: k = 8{{$}}
void clamped_tiles(APART, long T) {
  TILES I J {
    float s = C_;
    IN_TILE s += TILE;
    C_ = s > 0 ? s : 0;
  }
}

// CHECK-LABEL: GEMM nests of 'tiles_and_more':
// STRICT-NEXT: GEMM nest at {{.*}}: float C(i,j) = C + sum
// STRICT-NEXT: k = 8{{$}}
// STRICT: rest: 1 writes
void tiles_and_more(APART, long T, float *restrict D) {
  TILES I J {
    float s = C_;
    IN_TILE s += TILE;
    C_ = s;
    D[i * N + j] = s * 2;
  }
}

// What stands beside the product.
// CHECK-LABEL: GEMM nests of 'reloaded_bound':
// CHECK-NEXT: no nest at {{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
typedef float any __attribute__((may_alias));
void reloaded_bound(SIZES, any *A, any *B, any *C, const long *n, any *D) {
  I J {
    for (long k = 0; k < *n; k++)
      C_ += STEP;
    D[i * N + j] = 1;
  }
}

int call(void);
// CHECK-LABEL: GEMM nests of 'calls_sometimes':
// CHECK-NEXT: no nest at {{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void calls_sometimes(APART, const int *x) {
  I {
    J {
      SUM
      C_ = s;
    }
    if (x[i] > 5)
      call();
  }
}

// CHECK-LABEL: GEMM nests of 'volatile_sometimes':
// CHECK-NEXT: no nest at {{.*}}: the nest has a volatile or atomic access
void volatile_sometimes(APART, const int *x, volatile int *v) {
  I {
    J {
      SUM
      C_ = s;
    }
    if (x[i] > 5)
      *v = 1;
  }
}

// What is read back is rounded; a product that is fused with its use is not.
// CHECK-LABEL: GEMM nests of 'scaled_and_used':
// STRICT-NEXT: GEMM nest at {{.*}}: float C(i,j) = f(0 + sum
// STRICT: rest: 1 writes, uses the result
// FUSED-NEXT: no nest at {{.*}}: an operand adds to a product that is needed elsewhere too, and contraction is left to the code generator
void scaled_and_used(APART, float x, float *restrict D) {
  I J {
    SUM
    s *= x;
    C_ = s;
    D[i * N + j] = s + 1;
  }
}

// CHECK-LABEL: GEMM nests of 'added_and_used':
// CHECK-NEXT: GEMM nest at {{.*}}: float C(i,j) = f(0 + sum
// CHECK: rest: 1 writes, uses the result
void added_and_used(APART, float x, float *restrict D) {
  I J {
    SUM
    s += x;
    C_ = s;
    D[i * N + j] = s * 3;
  }
}

// Two steps of k in the middle loop, which the code generator does not unroll.
// CHECK-LABEL: GEMM nests of 'two_steps':
// CHECK-NEXT: GEMM nest at {{.*}}: float C(i,j) = C + sum
void two_steps(APART) {
  I for (long k = 0; k < K; k += 2) J {
    C_ += STEP;
    C_ += A[i * K + k + 1] * B[(k + 1) * N + j];
  }
}

// Only a square root of a number that is not negative sets no errno.
double log(double);
// CHECK-LABEL: GEMM nests of 'logarithm':
// CHECK-NEXT: no nest at {{.*}}: the nest calls a function that may set errno; compile with -fno-math-errno or move it out of the loops
void logarithm(SIZES, const double *restrict B, double *restrict C) {
  I J {
    double s = 0;
    L s += B[k * N + j] * log((double)(k + i));
    C_ = s;
  }
}
