//===- circling-copies.c - Copies that differ in an index that stays ------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// The rows of A do not move with j, but from one copy of the body to the next.
// That was taken for a step of i, with which the operand must not move.
//
//===----------------------------------------------------------------------===//

// CHECK-LABEL: GEMM nests of 'circling':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void circling(int M, int N, int K, int shift, int down, int right, int first,
              float *restrict C, const float *restrict A,
              const float *restrict B) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      for (int k = 0; k < K; k++) {
        C[i * N + j] +=
            A[(unsigned char)(i * down + k * right + first)] * B[k * N + j];
        C[(M + i) * N + j] +=
            A[(unsigned char)(shift + i * down + k * right + first)] *
            B[(K + k) * N + j];
      }
}
