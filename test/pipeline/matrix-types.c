// Clang's matrix types go through gemmify-lower, with LLVM's own lowering in
// the same pipeline, at all levels.
//
// DEFINE: %{flags} = -fenable-matrix --target=x86_64-linux-gnu -march=x86-64-v3
// RUN: %clangplugin %{flags} -O0 -S %s -o - | FileCheck %s --check-prefix=BUILT
// RUN: %clangplugin %{flags} -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangplugin %{flags} -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangplugin %{flags} -O3 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangplugin %{flags} -O3 -S %s -o - | FileCheck %s --check-prefix=BUILT
//
// CHECK: define {{.*}}@multiply
// CHECK-NOT: call {{.*}}@llvm.matrix
// BUILT: multiply:

typedef float matrix __attribute__((matrix_type(8, 8)));

void multiply(const matrix *a, const matrix *b, matrix *c) { *c += *a * *b; }
