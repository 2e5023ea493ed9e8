//===- sanitizers.c - A sanitizer sees the accesses of the source ---------===//
//
// DEFINE: %{sanitizer} =
// DEFINE: %{see} = %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 \
// DEFINE:   -O2 %{sanitizer} -Rpass=gemmify -Rpass-missed=gemmify -S \
// DEFINE:   -emit-llvm %s -o - 2>&1 | FileCheck %s
// REDEFINE: %{sanitizer} = -fsanitize=address
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize=hwaddress
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize=memory
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize=thread
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize=type
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize=undefined
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize=address,undefined
// RUN: %{see}
// REDEFINE: %{sanitizer} = -fsanitize-coverage=trace-pc-guard
// RUN: %{see}
//
// docs/guarantees.md has a table of all of them.
// RUN: %python %S/Inputs/sanitizers.py %source_root/docs/guarantees.md \
// RUN:   %S/Inputs/sanitized-product.c %clangplugin -O2 -w -Rpass=gemmify \
// RUN:   -Rpass-missed=gemmify -S -o /dev/null
//
// What traps at once is tested before the nest.
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// RUN:   -fsanitize=undefined -fsanitize-trap=undefined -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=PART
//
// What a sanitizer does not look at is rewritten.
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// RUN:   -fsanitize=address -DPART='__attribute__((no_sanitize("address")))' \
// RUN:   -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PART
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// RUN:   -fsanitize-coverage=trace-pc-guard \
// RUN:   -DPART='__attribute__((no_sanitize("coverage")))' \
// RUN:   -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PART
//
//===----------------------------------------------------------------------===//

#ifndef PART
#define PART
#endif

// CHECK: remark: matrix product not rewritten: a sanitizer instruments this function; build without it to have the product rewritten
// CHECK-NOT: gemmify.
// PART: call i1 @gemmify.kernel
PART void product(int n, const float *restrict a, const float *restrict b,
                  float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
