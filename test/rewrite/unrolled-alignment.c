//===- unrolled-alignment.c - What is known of the first copy only --------===//
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
//===----------------------------------------------------------------------===//

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
