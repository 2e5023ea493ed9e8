//===- inner-loops.c - The loops that a user's program ends up with -------===//
//
// Every k loop of the kernels, unpacked and packed, unrolled by four and not,
// holds its 12 or 24 sums in registers: loads, broadcasts and fused
// multiply-adds, nothing of them on the stack. So do those of the tiles of other
// shapes.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -O3 -S %s -o %t.s \
// RUN:   -DT=float
// RUN: %python %S/Inputs/inner_loops.py %t.s | FileCheck %s \
// RUN:   --implicit-check-not='accesses {{[1-9]}}'
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver3 -O3 -S %s -o %t.s \
// RUN:   -DT=double
// RUN: %python %S/Inputs/inner_loops.py %t.s | FileCheck %s \
// RUN:   --implicit-check-not='accesses {{[1-9]}}'
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver5 -O3 -S %s -o %t.s \
// RUN:   -DT=float
// RUN: %python %S/Inputs/inner_loops.py %t.s \
// RUN:   | FileCheck %s --check-prefixes=COLUMN,AVX512 \
// RUN:   --implicit-check-not='accesses {{[1-9]}}'
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver5 -O3 -S %s -o %t.s \
// RUN:   -DT=double
// RUN: %python %S/Inputs/inner_loops.py %t.s \
// RUN:   | FileCheck %s --check-prefix=AVX512 \
// RUN:   --implicit-check-not='accesses {{[1-9]}}'
//
// CHECK-COUNT-21: vector stack accesses 0
// CHECK: fma 48 loads 8 broadcasts 24 vector stack accesses 0
// CHECK-NEXT: fma 12 loads 2 broadcasts 6 vector stack accesses 0
// CHECK-NEXT: fma 48 loads 8 broadcasts 24 vector stack accesses 0
// CHECK-NEXT: fma 12 loads 2 broadcasts 6 vector stack accesses 0
//
// The functions of tiles come in another order where elements are wider.
//
// One column in float has a line of sixteen broadcasts, which each group of rows
// reads again.
// COLUMN: fma 64 loads 77 broadcasts 16 vector stack accesses 29
//
// AVX512: fma 96 loads 8 broadcasts 48 vector stack accesses 0
// AVX512-NEXT: fma 24 loads 2 broadcasts 12 vector stack accesses 0
// AVX512: fma 96 loads 8 broadcasts 48 vector stack accesses 0
// AVX512-NEXT: fma 24 loads 2 broadcasts 12 vector stack accesses 0
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long kk, const T *restrict A, const T *restrict B,
             T *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      T sum = 0;
      for (long k = 0; k < kk; k++)
        sum += A[i * kk + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
}
