//===- types.c - Element types of operands, sum and result ----------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

#define NEST(NAME, TA, TB, TC, ...)                                            \
  void NAME(long m, long n, long kk, const TA *restrict A,                     \
            const TB *restrict B, TC *restrict C, TC alpha, const TA *D) {     \
    for (long i = 0; i < m; i++)                                               \
      for (long j = 0; j < n; j++)                                             \
        __VA_ARGS__                                                            \
  }
#define a A[i * kk + k]
#define b B[k * n + j]
#define c C[i * n + j]
#define K for (long k = 0; k < kk; k++)
#define SUM(T, PRODUCT) { T s = 0; K s += PRODUCT; c = s; }

// CHECK-LABEL: GEMM nests of 'signed_bytes':
// CHECK-NEXT: GEMM nest at {{.*}}: int8 x int8 -> int32 C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B an expression, C row-major, any order{{$}}
// CHECK: P: {{.*}}sext i8
// CHECK-NEXT: reads i8 at
NEST(signed_bytes, int8_t, int8_t, int32_t, SUM(int32_t, a * b))
// CHECK-LABEL: GEMM nests of 'mixed_bytes':
// CHECK-NEXT: GEMM nest at {{.*}}: uint8 x int8 -> int32 C(i,j)
NEST(mixed_bytes, uint8_t, int8_t, int32_t, SUM(int32_t, a * b))
// CHECK-LABEL: GEMM nests of 'unsigned_bytes':
// CHECK-NEXT: GEMM nest at {{.*}}: uint8 x uint8 -> int32 C(i,j) = C - sum
NEST(unsigned_bytes, uint8_t, uint8_t, uint32_t, K c -= a * b;)
// CHECK-LABEL: GEMM nests of 'words_in_int64':
// CHECK-NEXT: GEMM nest at {{.*}}: int16 x uint16 -> int64 C(i,j)
NEST(words_in_int64, int16_t, uint16_t, int64_t, SUM(int64_t, a * b))

// An int product that is extended: overflow would be undefined.
// CHECK-LABEL: GEMM nests of 'int_product_in_int64':
// CHECK-NEXT: GEMM nest at {{.*}}: int32 x int32 -> int64 C(i,j)
// CHECK: P: {{.*}}load i32{{.*}}, sign-extended
// CHECK: Q: {{.*}}load i32{{.*}}, sign-extended
NEST(int_product_in_int64, int32_t, int32_t, int64_t, SUM(int64_t, a * b))
// A product of bool that is extended by zeros, and one that LLVM writes as and.
// CHECK-LABEL: GEMM nests of 'booleans':
// CHECK-NEXT: GEMM nest at {{.*}}: int8 x int8 -> int32 C(i,j)
NEST(booleans, _Bool, _Bool, int, SUM(int, a * b))
// CHECK-LABEL: GEMM nests of 'conditions':
// CHECK-NEXT: GEMM nest at {{.*}}: uint8 x uint8 -> int32 C(i,j)
// CHECK: P: {{.*}}icmp {{.*}}, zero-extended
NEST(conditions, int8_t, int8_t, int, SUM(int, (a > 3) * (b < 9)))

// Sums that wrap around in the type of C.
// CHECK-LABEL: GEMM nests of 'sum_in_uint8':
// CHECK-NEXT: GEMM nest at {{.*}}: int8 C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
NEST(sum_in_uint8, uint8_t, uint8_t, uint8_t, K c += a * b;)
// CHECK-LABEL: GEMM nests of 'int8_of_int32':
// CHECK-NEXT: GEMM nest at {{.*}}: int8 x int8 -> int32 -> int8 C(i,j) = f(0 + sum
NEST(int8_of_int32, int8_t, int8_t, int8_t, {
  int s = 0;
  K s += a * b;
  c = s >> 7;
})

// Factors are dealt out to both operands; signs become a subtraction.
// CHECK-LABEL: GEMM nests of 'alpha_between':
// CHECK-NEXT: GEMM nest at {{.*}}: int32 C(i,j) = C - sum A(i,k)*B(k,j), A an expression, B row-major
// CHECK: P: {{.*}}mul i32
NEST(alpha_between, int32_t, int32_t, int32_t, K c += a * b * -alpha;)
// CHECK-LABEL: GEMM nests of 'diagonal_between':
// CHECK-NEXT: GEMM nest at {{.*}}: int32 C(i,j) = C + sum
// CHECK: P: {{.*}}load i32
// CHECK: times {{.*}}load i32
NEST(diagonal_between, int32_t, int32_t, int32_t, K c += a * b * D[k];)
// CHECK-LABEL: GEMM nests of 'shifted_left':
// CHECK-NEXT: GEMM nest at {{.*}}: int64 C(i,j) = C - sum
NEST(shifted_left, int64_t, int64_t, int64_t, K c -= (a * b) << 3;)

// CHECK-LABEL: GEMM nests of 'half_in_float':
// CHECK-NEXT: GEMM nest at {{.*}}: float16 x float16 -> float C(i,j) = 0 + sum A(i,k)*B(k,j), {{.*}}, in source order, fused
NEST(half_in_float, _Float16, _Float16, float, SUM(float, (float)a * (float)b))
// CHECK-LABEL: GEMM nests of 'bfloat_in_float':
// CHECK-NEXT: GEMM nest at {{.*}}: bfloat16 x bfloat16 -> float C(i,j)
NEST(bfloat_in_float, __bf16, __bf16, float, SUM(float, (float)a * (float)b))
// CHECK-LABEL: GEMM nests of 'float_in_double':
// CHECK-NEXT: GEMM nest at {{.*}}: float x float -> double -> float C(i,j)
NEST(float_in_double, float, float, float, SUM(double, (double)a * b))
