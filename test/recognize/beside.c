//===- beside.c - Addresses of what is read on a condition ----------------===//
//
// They are computed where it may not be read, and all that they are made of.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

/// So that what is stored to C may be a number of struct matrix.
typedef float any __attribute__((may_alias));
struct matrix {
  const any *elements;
  long ld;
};
#define NEST(...)                                                              \
  for (long i = 0; i < M; i++)                                                 \
    for (long j = 0; j < N; j++)                                               \
      for (long k = 0; k < K; k++) {                                           \
        __VA_ARGS__;                                                           \
        C[i * N + j] += v * B[k * N + j];                                      \
      }
#define ARGS                                                                   \
  long M, long N, long K, const any *A, const any *B, any *C, const any *y,    \
      const struct matrix *x

// CHECK-LABEL: GEMM nests of 'loaded_before':
// CHECK-NEXT: GEMM nest at
// CHECK: reads on a condition
void loaded_before(ARGS) {
  const any *p = x->elements;
  NEST(float v = 0; if (y[k] > 0) v = p[i * K + k])
}

// CHECK-LABEL: GEMM nests of 'loaded_on_path':
// CHECK-NEXT: GEMM nest at
// CHECK: reads on a condition
// CHECK: fixed: {{.*}} at (8 + %x)
void loaded_on_path(ARGS) {
  NEST(long ld = x->ld; float v = A[i * ld + k];
       if (y[k] > 0) v += A[i * ld + k + 1])
}

// CHECK-LABEL: GEMM nests of 'pointer_beside':
// CHECK-NEXT: no nest at {{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void pointer_beside(ARGS) {
  NEST(float v = 0; if (y[k] > 0) v = x->elements[i * K + k])
}

// CHECK-LABEL: GEMM nests of 'stride_beside':
// CHECK-NEXT: no nest at {{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void stride_beside(ARGS) {
  NEST(float v = 0; if (y[k] > 0) v = A[i * x->ld + k])
}
