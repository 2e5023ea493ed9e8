// A product whose inner product is a function of its own, of a constant length:
// LLVM unrolls that before it inlines the function.
//
// DEFINE: %{level} = -O1
// DEFINE: %{run} = %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 \
// DEFINE:   %{level} -S %s -o /dev/null -Rpass=gemmify 2>&1 | FileCheck %s
// RUN: %{run}
// REDEFINE: %{level} = -O2
// RUN: %{run}
// REDEFINE: %{level} = -O3
// RUN: %{run}

#define PRODUCT(SIDE)                                                          \
  double left##SIDE[SIDE][SIDE], right##SIDE[SIDE][SIDE], out##SIDE[SIDE][SIDE]; \
  static void cell##SIDE(double *to, int r, int c) {                           \
    *to = 0;                                                                   \
    for (int k = 0; k < SIDE; k++)                                             \
      *to += left##SIDE[r][k] * right##SIDE[k][c];                             \
  }                                                                            \
  void square##SIDE(void) {                                                    \
    for (int r = 0; r < SIDE; r++)                                             \
      for (int c = 0; c < SIDE; c++)                                           \
        cell##SIDE(&out##SIDE[r][c], r, c);                                    \
  }
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=4
PRODUCT(4)
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=8
PRODUCT(8)
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=16
PRODUCT(16)
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=24
PRODUCT(24)
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=40
PRODUCT(40)
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=48
PRODUCT(48)
// CHECK: [[@LINE+1]]:1: remark: matrix product rewritten: {{.*}} k=64
PRODUCT(64)
