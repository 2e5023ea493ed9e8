//===- expanded-rows.c - Products that form one row at a time -------------===//
//
// The same elements receive the sums of each i. Where they are written anew
// each time and only read afterwards, they can stand side by side instead.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, float *restrict A, float *restrict B,                \
      float *restrict C, float *restrict D
#define ARGS_OF_ROWS                                                           \
  float *restrict A, float *restrict B, float *restrict C, float *restrict D
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define STEP A[i * K + k] * B[k * N + j]
#define SUM                                                                    \
  float s = 0;                                                                 \
  L s += STEP;
#define D_ D[i * N + j]

// CHECK-LABEL: GEMM nests of 'in_register':
// CHECK: C: float at %C + j*(4)
// CHECK-NEXT: guard
// CHECK-NEXT: guard
// CHECK-NEXT: rest: 1 writes, the row becomes m rows
void in_register(ARGS) {
  I {
    J { SUM C[j] = s; }
    J D_ = C[j];
  }
}
// Cleared by memset and copied by memcpy.
// CHECK-LABEL: GEMM nests of 'in_memory':
// CHECK: start: float 0.000000e+00
// CHECK-NOT: kept
// CHECK: rest: 1 writes, the row becomes m rows
// CHECK-NEXT: in the row: read of i8 at %C + (4 * %N) * (1)
// CHECK-NOT: {{kept|in the row}}
void in_memory(ARGS) {
  I {
    J C[j] = 0;
    L J C[j] += STEP;
    J D_ = C[j];
  }
}
// The row of A that is written is the one that was read.
// CHECK-LABEL: GEMM nests of 'in_place':
// CHECK-NOT: kept
// CHECK: rest: 1 writes, the row becomes m rows
// CHECK-NEXT: write of float at %C + {{.*}}; apart: write of float at %A
// CHECK-NEXT: read of float at %A + {{.*}}; apart or in order: write of float at %A
// CHECK-NEXT: read of float at %B + {{.*}}; apart: write of float at %A
void in_place(long M, long N, long K, float *A, float *B, float *C) {
  I {
    J { SUM C[j] = s; }
    J A[i * K + j] = C[j];
  }
}
// CHECK-LABEL: GEMM nests of 'of_doubles':
// CHECK-NOT: kept
// CHECK: rest: 1 writes, uses the result, the row becomes m rows
void of_doubles(ARGS, double *restrict E) {
  I J {
    double s = 0;
    L s += (double)A[i * K + k] * B[k * N + j];
    E[j] = s;
    D_ = E[j];
  }
}

// Parts of the row, where the guard finds that they are.
// CHECK-LABEL: GEMM nests of 'parts':
// CHECK-NOT: kept
// CHECK: rest: 2 writes, the row becomes m rows
void parts(ARGS, long p) {
  I {
    J { SUM C[j] = s; }
    D[i] = C[0];
    for (long j = 1; j < p; j++)
      D[i * N + j] = C[2 * j + 1];
  }
}

// Two reads by the same pointer.
// CHECK-LABEL: GEMM nests of 'all_and_first':
// CHECK: rest: 2 writes, the row becomes m rows
// CHECK-NEXT: in the row: read of i8 at %C + (4 * %N) * (1)
// CHECK-NEXT: in the row: read of float at %C
// CHECK-NEXT: in the row: read of float at (4 + %C)
// CHECK-NOT: in the row
void all_and_first(ARGS, float *restrict E) {
  I {
    J { SUM C[j] = s; }
    J D_ = C[j];
    E[i] = C[0] + C[1];
  }
}

// What follows is none: the reason why is that rows replace each other, or
// that somebody else needs them.
// CHECK-LABEL: GEMM nests of 'nothing_else':
// CHECK: kept: the result does not move with two of the loops; all sums end in the same elements
void nothing_else(ARGS) {
  I J { SUM C[j] = s; }
}
// CHECK-LABEL: GEMM nests of 'goes_on':
// CHECK-NEXT: no nest {{.*}}: the sum runs over more than one loop
void goes_on(ARGS) {
  I {
    L J C[j] += STEP;
    J D_ = C[j];
  }
}
// CHECK-LABEL: GEMM nests of 'every_third':
// CHECK: kept: the result does not move with two of the loops; all sums end in the same elements
void every_third(ARGS) {
  I {
    J { SUM C[3 * j] = s; }
    J D_ = C[3 * j];
  }
}
// CHECK-LABEL: GEMM nests of 'two_at_a_time':
// CHECK: kept: the result does not move with two of the loops; all sums end in the same elements
void two_at_a_time(ARGS) {
  I {
    for (long j = 0; j < N; j += 2) {
      float s = 0, t = 0;
      L {
        s += STEP;
        t += A[i * K + k] * B[k * N + j + 1];
      }
      C[j] = s;
      C[j + 1] = t;
    }
    J D_ = C[j];
  }
}
// CHECK-LABEL: GEMM nests of 'plus_previous':
// CHECK: kept: the result does not move with two of the loops; all sums end in the same elements
void plus_previous(ARGS, float beta) {
  I {
    J { SUM C[j] = s + beta * C[j]; }
    J D_ = C[j];
  }
}
// CHECK-LABEL: GEMM nests of 'found_rows':
// CHECK: kept: the result does not move with two of the loops; all sums end in the same elements
void found_rows(long M, long N, long K, float **A, float *restrict B,
                float *C, float *restrict D) {
  I {
    J {
      float s = 0;
      L s += A[i][k] * B[k * N + j];
      C[j] = s;
    }
    J D_ = C[j];
  }
}
// Rows that are found in a table that cannot be the row.
// CHECK-LABEL: GEMM nests of 'gathered_rows':
// CHECK: rest: 1 writes, the row becomes m rows
void gathered_rows(long M, long N, long K, int *restrict at, ARGS_OF_ROWS) {
  I {
    J {
      float s = 0;
      L s += A[at[i] * K + k] * B[k * N + j];
      C[j] = s;
    }
    J D_ = C[j];
  }
}
// CHECK-LABEL: GEMM nests of 'too_early':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void too_early(ARGS) {
  I {
    J D_ = C[j];
    J { SUM C[j] = s; }
  }
}
// CHECK-LABEL: GEMM nests of 'before_complete':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void before_complete(ARGS) {
  I J {
    SUM C[j] = s;
    for (long p = 0; p < N; p++)
      D_ += C[p];
  }
}
// CHECK-LABEL: GEMM nests of 'longer':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void longer(ARGS) {
  I {
    J { SUM C[j] = s; }
    for (long j = 0; j <= N; j++)
      D_ += C[j];
  }
}
// CHECK-LABEL: GEMM nests of 'written_again':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void written_again(ARGS) {
  I {
    J { SUM C[j] = s; }
    J D_ = C[j];
    J C[j] = 1;
  }
}

// Each iteration may read the element that it has written, no others: these are
// those of the row before.
#define TOO_EARLY(NAME, READ)                                                  \
  void NAME(ARGS, pair *restrict E) {                                          \
    I J { SUM C[j] = s; READ; }                                                \
  }
typedef unsigned long pair __attribute__((may_alias, aligned(4)));
// CHECK-LABEL: GEMM nests of 'its_own':
// CHECK-NOT: kept
// CHECK: rest: 1 writes, uses the result, the row becomes m rows
TOO_EARLY(its_own, D_ = ((int *)C)[j])
// CHECK-LABEL: GEMM nests of 'next':
// CHECK: write of float at %C + %N * (4); apart: read of float at (4 + %C) + %N * (4)
TOO_EARLY(next, D_ = C[j + 1])
// CHECK-LABEL: GEMM nests of 'some_further':
// CHECK: write of float at %C + %N * (4); apart: read of float at ((4 * %M) + %C) + %N * (4)
TOO_EARLY(some_further, D_ = C[j + M])
// CHECK-LABEL: GEMM nests of 'next_as_well':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
TOO_EARLY(next_as_well, E[i * N + j] = *(pair *)(C + j))
// CHECK-LABEL: GEMM nests of 'second':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
TOO_EARLY(second, D_ = C[2 * j])
// CHECK-LABEL: GEMM nests of 'first':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
TOO_EARLY(first, D_ = C[0])
// LLVM makes that a memcpy.
// CHECK-LABEL: GEMM nests of 'whole_row':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
TOO_EARLY(whole_row, for (long l = 0; l < N; l++) D[j * N + l] = C[l])
// CHECK-LABEL: GEMM nests of 'rest_of_bytes':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void rest_of_bytes(long M, long N, long K, char *restrict A, char *restrict B,
                   char *restrict C, char *restrict D) {
  I J {
    char s = 0;
    L s += STEP;
    C[j] = s;
    __builtin_memcpy(D + j * N, C + j, N);
  }
}

// Rows of different lengths, or none that is known to be this one.
// CHECK-LABEL: GEMM nests of 'from_i':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void from_i(ARGS) {
  I {
    J { SUM C[j] = s; }
    J D_ = C[i + j];
  }
}
// CHECK-LABEL: GEMM nests of 'shorts':
// CHECK-NOT: kept
// CHECK: rest: 1 writes, the row becomes m rows
typedef unsigned short half __attribute__((may_alias));
void shorts(long M, long K, ARGS_OF_ROWS, half *restrict E) {
  enum { N = 100 };
  I {
    J { SUM C[j] = s; }
    for (long j = 0; j < 2 * N; j++)
      E[2 * i * N + j] = ((half *)C)[j] + 1;
  }
}
// CHECK-LABEL: GEMM nests of 'other_row':
// CHECK: rest: 1 writes, the row becomes m rows
// CHECK-NEXT: write of float at %C + {{.*}}; apart: read of i8 at %E
void other_row(long M, long N, long K, float *restrict A, float *restrict B,
               float *C, float *restrict D, float *E) {
  I {
    J { SUM C[j] = s; }
    J D_ = E[j];
  }
}
