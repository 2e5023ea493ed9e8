// The plugin schedules itself at -O1, -O2 and -O3, leaves no matrix intrinsic
// behind, and touches nothing at -O0 and nothing that asks for small code.
//
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=x86-64-v3 -Rpass=gemmify
// RUN: %clangplugin %{flags} -O1 -S -emit-llvm %s -o - 2>&1 | FileCheck %s
// RUN: %clangplugin %{flags} -O2 -S -emit-llvm %s -o - 2>&1 | FileCheck %s
// RUN: %clangplugin %{flags} -O3 -S -emit-llvm %s -o - 2>&1 | FileCheck %s
// RUN: %clangplugin %{flags} -O3 -g -S %s -o - 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASM
// RUN: %clangplugin %{flags} -Os -S -emit-llvm %s -o - 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: %clangplugin %{flags} -Oz -S -emit-llvm %s -o - 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SMALL
//
// At -O0 the output is the one without the plugin.
// RUN: %clang --target=x86_64-linux-gnu -O0 -S -emit-llvm %s -o %t.plain
// RUN: %clangplugin --target=x86_64-linux-gnu -O0 -S -emit-llvm %s -o %t.plugin
// RUN: diff %t.plain %t.plugin
//
// The same source gives the same output.
// RUN: %clangplugin %{flags} -O3 -S %s -o %t.1
// RUN: %clangplugin %{flags} -O3 -S %s -o %t.2
// RUN: diff %t.1 %t.2
//
// Every pass leaves valid IR.
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: %opt -passes="default<O3>" -verify-each -S %t.ll \
// RUN:   | FileCheck %s --check-prefix=VALID
//
// CHECK: levels.c:{{[0-9:]+}} remark: {{.*}} [-Rpass=gemmify]
// CHECK-NOT: call {{.*}}@llvm.matrix
// ASM: levels.c:{{[0-9:]+}} remark: {{.*}} [-Rpass=gemmify]
// ASM: vfmadd
// SMALL-NOT: remark
// VALID: define {{.*}}@product
// VALID-NOT: call {{.*}}@llvm.matrix
void product(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
