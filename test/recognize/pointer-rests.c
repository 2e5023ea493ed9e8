//===- pointer-rests.c - What an unrolled loop leaves between two pointers -===//
//
// As libstdc++'s std::transform_reduce has it: steps of several elements while
// two pointers are as far apart, and then single ones.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ROWS(T)                                                                \
  long M, long N, long K, const T *restrict A, long lda, const T *restrict B,  \
      long ldb, T *restrict C, long ldc
#define IJ                                                                     \
  if (K < 4)                                                                   \
    return;                                                                    \
  for (long i = 0; i < M; i++)                                                 \
    for (long j = 0; j < N; j++)
#define FOUR (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])

// CHECK-LABEL: GEMM nests of 'integers':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B column-major, C row-major, any order
// CHECK-NEXT: m = %M, n = %N, k = (4 + (4 * ({{.*}} /u 16)){{.*}} + ({{.*}} /u 4))
// CHECK-NEXT: P: i32 at %A + i*((4 * %lda)) + k*(4)
// CHECK-NEXT: Q: i32 at %B + j*((4 * %ldb)) + k*(4)
void integers(ROWS(int)) {
  IJ {
    const int *a = A + i * lda, *end = a + K, *b = B + j * ldb;
    int s = 0;
    for (; end - a >= 4; a += 4, b += 4)
      s += FOUR;
    for (; a != end; a++, b++)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}
// CHECK: if {{.*}} * (1 umin ({{.*}} /u 4))) eq 0
// CHECK-LABEL: GEMM nests of 'along_the_other':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B column-major, C row-major, any order
void along_the_other(ROWS(int)) {
  IJ {
    const int *a = A + i * lda, *b = B + j * ldb, *end = b + K;
    int s = 0;
    for (; end - b >= 4; a += 4, b += 4)
      s += FOUR;
    for (; end != b; a++, b++)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'in_order':
// CHECK: no nest at %{{.*}}: several products are added to each other before they go into the sum; add each to the sum separately, or allow any order with -fassociative-math
void in_order(ROWS(float)) {
#pragma clang fp contract(off)
  IJ {
    const float *a = A + i * lda, *end = a + K, *b = B + j * ldb;
    float s = 0;
    for (; end - a >= 4; a += 4, b += 4)
      s += FOUR;
    for (; a != end; a++, b++)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}
// The rest takes every other element.
// CHECK-LABEL: GEMM nests of 'every_other':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void every_other(ROWS(int)) {
  IJ {
    const int *a = A + i * lda, *end = a + K, *b = B + j * ldb;
    int s = 0;
    for (; end - a >= 4; a += 4, b += 4)
      s += FOUR;
    for (; a != end; a += 2, b += 2)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}
// The rest goes on somewhere else.
// CHECK-LABEL: GEMM nests of 'leaves_one_out':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void leaves_one_out(ROWS(int)) {
  IJ {
    const int *a = A + i * lda, *end = a + K, *b = B + j * ldb;
    int s = 0;
    for (; end - a >= 4; a += 4, b += 4)
      s += FOUR;
    b++;
    for (; a != end; a++, b++)
      s += *a * *b;
    C[i * ldc + j] = s;
  }
}
