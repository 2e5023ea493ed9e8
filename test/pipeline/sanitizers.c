//===- sanitizers.c - A sanitizer sees the accesses of the source ---------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// RUN:   -fsanitize=address -Rpass-missed=gemmify -S -emit-llvm %s -o - 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// RUN:   -fsanitize=thread -Rpass-missed=gemmify -S -emit-llvm %s -o - 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

// CHECK: remark: matrix product not rewritten: a sanitizer instruments this function; build without it to have the product rewritten
// CHECK-NOT: gemmify.kernel
void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
