//===- unrolled-alignment.c - What is known of some elements only ---------===//
//
// Each fourth element of these arrays is aligned to 16 bytes, and the copies
// that the source reads them in say so. The kernel reads all elements alike.
//
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize \
// RUN:   -fno-slp-vectorize -S -emit-llvm -o %t.ll %s
// RUN: FileCheck --check-prefix=SOURCE %s < %t.ll
// RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=tiling -S %t.ll \
// RUN:   | FileCheck %s
//
// SOURCE: load float, {{.*}} align 16
// CHECK: define internal {{.*}} @gemmify.kernel
// CHECK-NOT: align 16
//
// What is read on a condition is aligned where the condition holds.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v4 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -DMASKED -S -emit-llvm -o %t.masked.ll %s
// RUN: FileCheck --check-prefix=MASKED-SOURCE %s < %t.masked.ll
// RUN: %opt -passes=gemmify -S %t.masked.ll \
// RUN:   | FileCheck --check-prefix=MASKED --implicit-check-not="masked.load.v{{.*}}(ptr align 64" %s
//
// MASKED-SOURCE: load float, {{.*}} align 64
// MASKED: define internal {{.*}} @gemmify.kernel
// MASKED: @llvm.masked.load.v{{.*}}(ptr align 4 %
//
//===----------------------------------------------------------------------===//

#ifdef MASKED
typedef float Aligned __attribute__((aligned(64)));
void f(int n, const float *restrict A, const float *restrict B,
       const int *restrict Mask, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++) {
        float b = 0;
        if (Mask[k * n + j])
          b = *(const Aligned *)&B[k * n + j];
        s += A[i * n + k] * b;
      }
      C[i * n + j] = s;
    }
}
#else
float A[64][64] __attribute__((aligned(16)));
float B[64][64] __attribute__((aligned(16)));
float C[64][64] __attribute__((aligned(16)));

void f(void) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j += 4) {
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      for (int k = 0; k < 64; k++) {
        s0 += A[i][k] * B[k][j];
        s1 += A[i][k] * B[k][j + 1];
        s2 += A[i][k] * B[k][j + 2];
        s3 += A[i][k] * B[k][j + 3];
      }
      C[i][j] = s0;
      C[i][j + 1] = s1;
      C[i][j + 2] = s2;
      C[i][j + 3] = s3;
    }
}
#endif
