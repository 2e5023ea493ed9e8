//===- fused-by-branches.c - What only branches keep from being fused -----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-vectorize \
// RUN:   -fno-slp-vectorize -fno-unroll-loops -fno-discard-value-names -w -S \
// RUN:   -emit-llvm -ffp-contract=fast %s -o - \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-vectorize \
// RUN:   -fno-slp-vectorize -fno-unroll-loops -fno-discard-value-names -w -S \
// RUN:   -emit-llvm -ffp-contract=off %s -o - \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF
//
// The code generator fuses no product that has another use or is in another block
// than the addition. Without the branch, neither would be so.
//
//===----------------------------------------------------------------------===//

typedef _Complex double Z;
typedef double R;
#define ARGS                                                                   \
  long M, long N, long K, Z alpha, const Z *restrict A, const Z *restrict B,   \
      Z *restrict C
#define REAL                                                                   \
  long M, long N, long K, R alpha, R z, const R *restrict A,                   \
      const R *restrict B, R *restrict C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define SUM                                                                    \
  R s = 0;                                                                     \
  L s += __imag__ A[k * M + i] * __real__ B[k * N + j];
Z __muldc3(R, R, R, R);

/// Each product is in the block of its addition, with or without the branch.
// CHECK-LABEL: GEMM nests of 'scaled':
// CHECK-NEXT: GEMM nest at
void scaled(ARGS) {
  I L {
    const R t = __real__(alpha * A[i * K + k]);
    J((R *)C)[i * N + j] += t * __real__ B[k * N + j];
  }
}

/// A final's product is before the branch, its addition behind.
// CHECK-LABEL: GEMM nests of 'before':
// CHECK-NOT: GEMM nest at
// OFF-LABEL: GEMM nests of 'before':
// OFF-NEXT: GEMM nest at
void before(ARGS) {
  I J {
    SUM
    const R u = __real__ alpha * s;
    ((R *)C)[i * N + j] = u + __real__(B[j] * A[i]);
  }
}

/// The branch asks about a product that is added to.
// CHECK-LABEL: GEMM nests of 'tested':
// CHECK-NOT: GEMM nest at
// OFF-LABEL: GEMM nests of 'tested':
// OFF-NEXT: GEMM nest at
void tested(ARGS) {
  I J {
    SUM
    R p = s * __real__ alpha;
    if (p != p)
      p = __real__ __muldc3(-p, 0, s, 0);
    ((R *)C)[i * N + j] += p;
  }
}

/// A product of an operand, which is then moved.
// CHECK-LABEL: GEMM nests of 'operand':
// CHECK-NOT: GEMM nest at
// OFF-LABEL: GEMM nests of 'operand':
// OFF-NEXT: GEMM nest at
void operand(ARGS) {
  I L {
    R p = __real__ A[i * K + k] * __imag__ A[i * K + k];
    if (p != p)
      p = __real__ __muldc3(-p, 0, p, 0);
    p += __imag__ alpha;
    J((R *)C)[i * N + j] += p * __real__ B[k * N + j];
  }
}

/// The same of steps that are skipped.
// CHECK-LABEL: GEMM nests of 'skipped':
// CHECK-NOT: GEMM nest at
// OFF-LABEL: GEMM nests of 'skipped':
// OFF-NEXT: GEMM nest at
void skipped(REAL) {
  I L {
    const R p = A[i * K + k] * alpha, t = p + z;
    if (p != 0)
      J C[i * N + j] += t * B[k * N + j];
  }
}

/// Nothing is added to what is asked about.
// CHECK-LABEL: GEMM nests of 'skipped_scaled':
// CHECK-NEXT: GEMM nest at
void skipped_scaled(REAL) {
  I L {
    const R t = A[i * K + k] * alpha;
    if (t != 0)
      J C[i * N + j] += t * B[k * N + j];
  }
}
