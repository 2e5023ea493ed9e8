//===- sve-bfloat-gathers.c - Bfloats that lie apart, packed for SVE ------===//
//
// LLVM's vectorizers gather them in kernels for long vectors, and its code generator
// selects no gathers of bfloats in fixed vectors.
//
// RUN: %clangplugin --target=aarch64-linux-gnu -O3 -march=armv8.6-a+sve -ffast-math \
// RUN:   -Rpass=gemmify -S %s -o %t.s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.s
//
//===----------------------------------------------------------------------===//

// CHECK: remark: {{.*}}bfloat16 x bfloat16 -> float{{.*}} on 512-bit SVE packing
// CODE: ld1h {{.*}}[x{{[0-9]+}}, z{{[0-9]+}}.d]
// CODE: bfmmla z

void product(long n, const __bf16 *a, const __bf16 *b, const long *rows,
             float *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += (float)a[i + rows[k]] * (float)b[rows[k] + j * n];
}
