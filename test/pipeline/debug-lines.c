// A debugger and a profiler find the time that a kernel takes at the statement
// that it computes. Debug information does not change the code.
//
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fPIC
// RUN: mkdir -p %t
// RUN: %clangplugin %{flags} -g -S -emit-llvm %s -o %t/full.ll
// RUN: FileCheck %s --check-prefix=IR --input-file=%t/full.ll
// RUN: %clangplugin %{flags} -c %s -o %t/none.o
// RUN: %clangplugin %{flags} -g -c %s -o %t/full.o
// RUN: %clangplugin %{flags} -gline-tables-only -c %s -o %t/lines.o
// RUN: llvm-objcopy --dump-section=.text=%t/none.text %t/none.o
// RUN: llvm-objcopy --dump-section=.text=%t/full.text %t/full.o
// RUN: llvm-objcopy --dump-section=.text=%t/lines.text %t/lines.o
// RUN: cmp %t/none.text %t/full.text
// RUN: cmp %t/none.text %t/lines.text
// RUN: llvm-dwarfdump --verify %t/full.o
// RUN: llvm-dwarfdump --verify %t/lines.o
// RUN: llvm-objdump -d -l --no-show-raw-insn %t/lines.o | FileCheck %s
//
// Every pass leaves valid IR, also where the nest has lost its own lines.
// RUN: %clang %{flags} -g -S -emit-llvm -Xclang -disable-llvm-passes %s \
// RUN:   -o %t/before.ll
// RUN: %opt -passes="default<O2>" -verify-each -disable-output %t/before.ll
// RUN: sed -E '/ (store|load|br|call) /s/, !dbg ![0-9]+//' %t/before.ll \
// RUN:   > %t/lost.ll
// RUN: %opt -passes="default<O2>" -verify-each -disable-output %t/lost.ll
//
// Link-time optimization.
// RUN: %clangplugin %{flags} -g -flto -c %s -o %t/lto.o
// RUN: %clang %{flags} -g -flto -fuse-ld=lld -shared -nostdlib %t/lto.o \
// RUN:   -o %t/lto.so
// RUN: llvm-dwarfdump --verify %t/lto.so
// RUN: llvm-objdump -d -l --no-show-raw-insn %t/lto.so | FileCheck %s

void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j]; // The line of the product.
      c[i * n + j] = sum;
    }
}

// Shares the kernel, which shows the lines of the first.
void product2(int n, const float *restrict a, const float *restrict b,
              float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// Without debug information of its own.
__attribute__((nodebug)) void product3(int n, const double *restrict a,
                                       const double *restrict b,
                                       double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// Becomes part of its function.
void small(const float a[8][8], const float b[8][8], float c[restrict 8][8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 8; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// IR: define internal i1 @gemmify.kernel.[[KEY:[0-9a-f]+]]({{.*}} !dbg [[SP:![0-9]+]]
// IR: call i1 @gemmify.kernel.[[KEY]]({{.*}}), !dbg [[CALL:![0-9]+]]
// IR-DAG: [[CALL]] = !DILocation(line: 42, {{.*}}
// IR-DAG: [[SP]] = distinct !DISubprogram(name: "gemmify.kernel.[[KEY]]", {{.*}}line: 41, {{.*}}flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized
// IR-DAG: !DILocation(line: 41, column: {{[0-9]+}}, scope: [[SP]])

// CHECK: <gemmify.kernel.{{[0-9a-f]+}}>:
// CHECK: debug-lines.c:41
// CHECK-NOT: debug-lines.c:{{([1-9]|[1-35-9][0-9]|4[02-9])$}}
// CHECK: vfmadd231ps
