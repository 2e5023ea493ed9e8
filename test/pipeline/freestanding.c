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
// Nothing but weak references where -nostdlib may follow, and no lock of musl's.
// DEFINE: %{no-strong} = --implicit-check-not='declare ptr @' --implicit-check-not='declare i32 @'
// RUN: %clangplugin %{flags} %s -o - 2>&1 | FileCheck %s --check-prefix=WEAK %{no-strong}
// RUN: %clangplugin %{flags} --target=x86_64-linux-musl %s -o - 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=WEAK,MUSL %{no-strong}
// RUN: %clangplugin %{flags} --target=aarch64-none-elf -march=armv8-a %s \
// RUN:   -o - 2>&1 | FileCheck %s --implicit-check-not=@malloc
//
// MUSL: call i64 (i64, ...) @syscall(i64 11,
// WEAK-DAG: declare extern_weak {{.*}} @mmap(
// WEAK-DAG: declare extern_weak {{.*}} @__errno_location(
//
// CHECK: freestanding.c:{{[0-9:]+}} remark: {{.*}} [-Rpass=gemmify]

void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
