//===- halves.c - Sums of halves on x86 -----------------------------------===//
//
// Where there is arithmetic on them, they are multiplied by it: fused where the
// source allows it, in vectors of the preferred length. Without, clang sums in
// float and rounds each step; such a sum is no product.
//
// DEFINE: %{flags} =
// DEFINE: %{emit} = %clangplugin --target=x86_64-linux-gnu -O2 %{flags} -Rpass=gemmify \
// DEFINE:   -Rpass-missed=gemmify -S %s -o - 2>&1
// REDEFINE: %{flags} = -march=sapphirerapids
// RUN: %{emit} | FileCheck %s --check-prefix=WIDE
// REDEFINE: %{flags} = -march=sapphirerapids -mprefer-vector-width=256
// RUN: %{emit} | FileCheck %s --check-prefix=NARROW
// REDEFINE: %{flags} = -march=sapphirerapids -ffp-contract=off
// RUN: %{emit} | FileCheck %s --check-prefix=APART --implicit-check-not=vfmadd
// REDEFINE: %{flags} = -march=x86-64-v4
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
//
// WIDE: remark: matrix product rewritten: float16 {{.*}}packing mr=64 nr=12 kr=1
// WIDE: vfmadd231ph {{.*}}%zmm
// NARROW: remark: matrix product rewritten: float16 {{.*}}packing mr=32 nr=12 kr=1
// NARROW: vfmadd231ph {{.*}}%ymm
// APART: remark: matrix product rewritten: float16
// APART: vmulph
// APART: vaddph
// NONE: remark: matrix product not rewritten: the sum is rounded to a narrower type in each step
//
//===----------------------------------------------------------------------===//

void product(long M, long N, long K, const _Float16 *restrict A,
             const _Float16 *restrict B, _Float16 *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      _Float16 Sum = 0;
      for (long k = 0; k < K; k++)
        Sum += A[i * K + k] * B[k * N + j];
      C[i * N + j] = Sum;
    }
}
