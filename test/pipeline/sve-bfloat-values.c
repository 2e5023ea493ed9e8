//===- sve-bfloat-values.c - Operands that are computed of bfloats --------===//
//
// LLVM's code generator fails on comparing them, rounding to them and storing
// them in fixed vectors longer than NEON's: there is no kernel for those, nor any
// where the function's own vectors are so long.
//
// DEFINE: %{flags} =
// DEFINE: %{see} = %clangplugin --target=aarch64-linux-gnu -O3 %{flags} \
// DEFINE:   -Rpass=gemmify -Rpass-missed=gemmify -S %s -o %t.s 2>&1 \
// DEFINE:   | FileCheck %s --implicit-check-not="SVE p"
// REDEFINE: %{flags} = -march=armv8.6-a+sve
// RUN: %{see} --check-prefix=NEON
// REDEFINE: %{flags} = -march=armv9-a
// RUN: %{see} --check-prefix=NEON
// REDEFINE: %{flags} = -march=armv9-a -msve-vector-bits=512 -DRESULTS
// RUN: %{see} --check-prefix=KEPT-CHECK
// REDEFINE: %{flags} = -mcpu=a64fx -DRESULTS
// RUN: %{see} --check-prefix=NEON
//
//===----------------------------------------------------------------------===//

// NEON-COUNT-3: remark: {{.*}} packing mr=8
// KEPT-CHECK: remark: matrix product not rewritten: LLVM cannot compute with bfloats in SVE vectors of this length; store floats, or build for another processor or without -msve-vector-bits
// KEPT-CHECK-COUNT-2: not rewritten: LLVM cannot compute with bfloats

#ifndef RESULTS
void product(long n, const __bf16 *restrict a, const __bf16 *restrict b,
             float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += (float)(a[i * n + k] > 0 ? a[i * n + k] : (__bf16)0) *
                        (float)(b[k * n + j] > 0 ? b[k * n + j] : (__bf16)0);
}
#else
void product(long n, const float *restrict a, const float *restrict b,
             __bf16 *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = c[i * n + j];
      for (long k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = (__bf16)sum;
    }
}
#endif

void rounded(long n, const __bf16 *restrict a, const __bf16 *restrict b,
             __bf16 *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = 0;
      for (long k = 0; k < n; k++)
        sum += (float)a[i * n + k] * (float)b[k * n + j];
      c[i * n + j] = (__bf16)sum;
    }
}

void larger(long n, const __bf16 *restrict a, const __bf16 *restrict b,
            const __bf16 *restrict d, __bf16 *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = 0;
      for (long k = 0; k < n; k++)
        sum += (float)a[i * n + k] * (float)b[k * n + j];
      __bf16 result = (__bf16)sum;
      c[i * n + j] = result > d[j] ? result : d[j];
    }
}
