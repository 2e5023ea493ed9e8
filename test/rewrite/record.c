//===- record.c - The optimization record names its fields ----------------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -S %s \
// RUN:   -fsave-optimization-record -foptimization-record-file=%t.yaml \
// RUN:   -foptimization-record-passes=gemmify -o /dev/null
// RUN: FileCheck %s < %t.yaml
//
//===----------------------------------------------------------------------===//

// CHECK: --- !Passed
// CHECK-NEXT: Pass: gemmify
// CHECK-NEXT: Name: GemmRewritten
// CHECK: Function: product
// CHECK: - Nest: 'float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B column-major, C row-major, in source order, fused'
// CHECK: - Plan: {{.*}}packing mr=16 nr=6 kr=1
void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[j * n + k];
      c[i * n + j] = s;
    }
}

// CHECK: --- !Missed
// CHECK-NEXT: Pass: gemmify
// CHECK-NEXT: Name: GemmMissed
// CHECK: Function: in_place
// CHECK: - Reason: 'the result is also an operand of the product; compute into another array'
void in_place(int n, const float *restrict a, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * c[k * n + j];
}
