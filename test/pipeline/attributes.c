// Functions that are not to be touched are not, while their neighbour is.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// RUN:   -Rpass=gemmify -S -emit-llvm %s -o /dev/null 2>&1 | FileCheck %s
//
// CHECK-NOT: remark
// CHECK: attributes.c:[[#@LINE+15]]:{{[0-9]+}}: remark: {{.*}} [-Rpass=gemmify]
// CHECK-NOT: remark

#define PRODUCT(NAME)                                                          \
  void NAME(int n, const float *restrict a, const float *restrict b,           \
            float *restrict c) {                                               \
    for (int i = 0; i < n; i++)                                                \
      for (int j = 0; j < n; j++)                                              \
        for (int k = 0; k < n; k++)                                            \
          c[i * n + j] += a[i * n + k] * b[k * n + j];                         \
  }

__attribute__((optnone, noinline)) PRODUCT(no_optimization)
__attribute__((minsize)) PRODUCT(minimal_size)

PRODUCT(free_to_change)

__attribute__((naked)) void no_frame(void) { __asm__("ret"); }
#pragma float_control(precise, on)
#pragma STDC FENV_ACCESS ON
PRODUCT(strict_floating_point)
