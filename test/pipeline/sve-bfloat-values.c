//===- sve-bfloat-values.c - Operands that are computed of bfloats --------===//
//
// LLVM's code generator does not compare them in fixed vectors longer than NEON's:
// there is no kernel for those.
//
// RUN: %clangplugin --target=aarch64-linux-gnu -O3 -march=armv8.6-a+sve \
// RUN:   -Rpass=gemmify -S %s -o %t.s 2>&1 | FileCheck %s --implicit-check-not=SVE
//
//===----------------------------------------------------------------------===//

// CHECK: remark: {{.*}} packing mr=8

void product(long n, const __bf16 *restrict a, const __bf16 *restrict b,
             float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += (float)(a[i * n + k] > 0 ? a[i * n + k] : (__bf16)0) *
                        (float)(b[k * n + j] > 0 ? b[k * n + j] : (__bf16)0);
}
