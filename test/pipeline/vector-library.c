//===- vector-library.c - Functions whose vectors have other bits ---------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// RUN:   -fno-math-errno -fveclib=libmvec -Rpass-missed=gemmify -S -o %t.s %s \
// RUN:   2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=ASM %s < %t.s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// RUN:   -fno-math-errno -Rpass=gemmify -S -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCALAR
//
//===----------------------------------------------------------------------===//

// CHECK: matrix product not rewritten: the nest calls a math function that a vector library may replace; build without -fveclib
// ASM-NOT: {{(call|jmp)q?.*}}_ZGV
// SCALAR: matrix product rewritten
void exponential(int M, int N, int K, const float *restrict A,
                 const float *restrict B, float *restrict C) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      float s = 0;
      for (int k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[j * M + i] = __builtin_expf(s);
    }
}
