//===- amx-packing.c - AMX's right operand is packed by shuffles ----------===//
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} =
// DEFINE: %{emit} = %clangplugin --target=x86_64-unknown-linux-gnu -O2 -march=x86-64-v3 \
// DEFINE:   -mamx-int8 -mamx-bf16 -mllvm -gemmify-amx %{flags} -S %s -o %t/out.s && \
// DEFINE:   sed -n '/^gemmify\.kernel\.[^:]*:/,/^\.Lfunc_end/p' %t/out.s
//
// Rows of 64 bytes along k are put together from vectors of columns: sixteen steps of
// 32 columns of bytes at once, and of four where there are fewer.
// REDEFINE: %{flags} = -DELEMENT="signed char" -DSUM=int
// RUN: %{emit} | FileCheck %s --check-prefix=BYTES
//
// Eight steps of sixteen columns of bfloats, moved as integers.
// REDEFINE: %{flags} = -DELEMENT=__bf16 -DSUM=float -ffast-math
// RUN: %{emit} | FileCheck %s --check-prefix=BFLOATS
//
// BYTES: ldtilecfg
// BYTES-COUNT-64: vpunpck{{[lh]}}bw {{.*}}%ymm
// BYTES: vextracti128 $1, {{.*}}, {{[0-9a-z]*}}(%
// BFLOATS: ldtilecfg
// BFLOATS-COUNT-24: vpunpck{{[lh]}}wd {{.*}}%ymm
// BFLOATS: vextracti128 $1, {{.*}}, {{[0-9a-z]*}}(%
//
//===----------------------------------------------------------------------===//

void product(long M, long N, long K, const ELEMENT *restrict A,
             const ELEMENT *restrict B, SUM *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      SUM Sum = 0;
      for (long k = 0; k < K; k++)
        Sum += (SUM)A[i + k * M] * (SUM)B[k * N + j];
      C[i + j * M] = Sum;
    }
}
