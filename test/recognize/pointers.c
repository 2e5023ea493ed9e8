//===- pointers.c - Pointers that inner loops advance ---------------------===//
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

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *restrict C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)

// CHECK-LABEL: GEMM nests of 'result':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: C: float at %C + i*((4 * %N)) + j*(4)
void result(ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    *C++ = s;
  }
}

// CHECK-LABEL: GEMM nests of 'left':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: P: float at %A + i*((4 * %K)) + k*(4)
void left(ARGS) {
  I L {
    float a = *A++;
    J C[i * N + j] += a * B[k * N + j];
  }
}

// Two loops deep.
// CHECK-LABEL: GEMM nests of 'right':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: Q: float at %B + j*(4) + k*((4 * %N))
void right(ARGS) {
  I {
    L J C[i * N + j] += A[i * K + k] * *B++;
    B -= K * N;
  }
}

// A narrow index: the whole sum must not wrap.
// CHECK-LABEL: GEMM nests of 'by_index':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK: C: float at %C + i*({{.*}}%N{{.*}}) + j*(4)
// 
// CHECK: must not wrap (unsigned i32): 0 + i*(%N) + j*(1) + k*(0)
void by_index(unsigned M, unsigned N, unsigned K, const float *restrict A,
           const float *restrict B, float *restrict C) {
  unsigned at = 0;
  for (unsigned i = 0; i < M; i++)
    for (unsigned j = 0; j < N; j++) {
      float s = 0;
      for (unsigned k = 0; k < K; k++)
        s += A[(unsigned long)i * K + k] * B[(unsigned long)k * N + j];
      C[at++] = s;
    }
}

// LLVM counts in 64 bits, and cuts off the high ones where the next row begins.
// CHECK-LABEL: GEMM nests of 'by_int':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j)
// CHECK: C: float at %C + i*((4 * (sext i32 %N to i64))<nsw>) + j*(4)
// CHECK: must not wrap (signed i32): 0 + i*(%N) + j*(0) + k*(0)
void by_int(int M, int N, int K, const float *restrict A,
            const float *restrict B, float *restrict C) {
  int at = 0, row = 0;
  for (int i = 0; i < M; i++) {
    for (int j = 0; j < N; j++) {
      float s = 0;
      int b = j;
      for (int k = 0; k < K; k++) {
        s += A[row + k] * B[b];
        b += N;
      }
      C[at++] = s;
    }
    row += K;
  }
}

// CHECK-LABEL: GEMM nests of 'sometimes':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void sometimes(ARGS) {
  I {
    J {
      float s = 0;
      L s += A[k] * B[k * N + j];
      C[j] = s;
    }
    C += N;
    A += i % 2 ? K : 0;
  }
}
