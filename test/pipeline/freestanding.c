// Where malloc must not be introduced it is not: no C library, or a program
// that defines malloc itself.
//
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -S \
// DEFINE:   -emit-llvm -Rpass=gemmify
// RUN: %clangplugin %{flags} -ffreestanding %s -o - 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=malloc --implicit-check-not=mmap
// RUN: %clangplugin %{flags} -fno-builtin-malloc %s -o - 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=@malloc --implicit-check-not=mmap
// RUN: %clangplugin %{flags} -fno-builtin-free %s -o - 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=@malloc --implicit-check-not=mmap
//
// CHECK: freestanding.c:{{[0-9:]+}} remark: {{.*}} [-Rpass=gemmify]

void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
