// A strategy that is asked for and does not suit a nest keeps it, and says so.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops -S -emit-llvm -o %t.ll %s
// RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=intrinsic \
// RUN:   -pass-remarks-missed=gemmify -S %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=packing -S %t.ll \
// RUN:   | FileCheck %s --check-prefix=SUITS
//
// CHECK: remark: {{.*}}matrix product not rewritten:
// CHECK-NOT: gemmify.kernel.
// SUITS: gemmify.kernel.

void product(long n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
