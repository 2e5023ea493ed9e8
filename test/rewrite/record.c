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
// CHECK-NEXT: DebugLoc: {{.*}}record.c', Line: [[#@LINE+37]],
// CHECK-NEXT: Function: product
// CHECK-NEXT: Args:
// CHECK-NEXT: - String: 'matrix product rewritten: '
// CHECK-NEXT: - Type: float
// CHECK-NEXT: - String: ' C(i,j) = '
// CHECK-NEXT: - Form: '0 + sum A(i,k)*B(k,j)'
// CHECK-NEXT: - String: ', A '
// CHECK-NEXT: - A: row-major
// CHECK-NEXT: - String: ', B '
// CHECK-NEXT: - B: column-major
// CHECK-NEXT: - String: ', C '
// CHECK-NEXT: - C: row-major
// CHECK-NEXT: - String: ', '
// CHECK-NEXT: - Order: in source order
// CHECK-NEXT: - String: ', '
// CHECK-NEXT: - Rounding: fused
// CHECK-NEXT: - String: '; '
// CHECK-NEXT: - Strategy: packing
// CHECK-NEXT: - String: ' mr='
// CHECK-NEXT: - mr: '16'
// CHECK-NEXT: - String: ' nr='
// CHECK-NEXT: - nr: '6'
// CHECK: - kr: '1'
// CHECK: - mc: '{{[0-9]+}}'
// CHECK: - kc: '{{[0-9]+}}'
// CHECK: - nc: '{{[0-9]+}}'
// CHECK: - String: '; original loops '
// CHECK-NEXT: - Original: kept as fallback
// CHECK-NEXT: ...
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

// Element types that are not the sum's, and constant sizes.
// CHECK: Function: half_precision
// CHECK: - TypeA: float16
// CHECK-NEXT: - String: ' x '
// CHECK-NEXT: - TypeB: float
// CHECK-NEXT: - String: ' -> '
// CHECK-NEXT: - Type: float
// CHECK-NEXT: - String: ' -> '
// CHECK-NEXT: - TypeC: float16
// CHECK: - Form: 'f(0 + sum A(i,k)*B(k,j))'
// CHECK: - Rounding: fused
// CHECK-NEXT: - String: '; m='
// CHECK-NEXT: - m: '200'
// CHECK-NEXT: - String: ' k='
// CHECK-NEXT: - k: '300'
void half_precision(int n, const _Float16 *restrict a, const float *restrict b,
                    _Float16 *restrict c) {
  for (int i = 0; i < 200; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < 300; k++)
        s += (float)a[i * 300 + k] * b[k * n + j];
      c[i * n + j] = (_Float16)s;
    }
}

// CHECK: --- !Missed
// CHECK-NEXT: Pass: gemmify
// CHECK-NEXT: Name: GemmMissed
// CHECK-NEXT: DebugLoc: {{.*}}record.c', Line: [[#@LINE+11]],
// CHECK-NEXT: Function: in_place
// CHECK-NEXT: Args:
// CHECK-NEXT: - String: {{.*}}
// CHECK-NEXT: - Reason: 'the result is also an operand of the product; compute into another array'
// CHECK-NEXT: - Id: ResultIsOperand
// CHECK-NEXT: ...
void in_place(int n, const float *restrict a, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * c[k * n + j];
}
