//===- inner-loops-integers.c - Sums of integers stay in registers --------===//
//
// The k loops of the packed and the unpacked path, unrolled by two and not:
// nothing of the sums is on the stack, and bytes are widened before, not in
// them.
//
// DEFINE: %{see} = %python %S/../lowering/Inputs/loop_histogram.py
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -O3 -S %s -o - \
// RUN:   -DT=int -DE=int | %{see} | FileCheck %s --check-prefix=AVX2
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver3 -O3 -S %s -o - \
// RUN:   -DT=int -DE="signed char" | %{see} | FileCheck %s --check-prefix=WORDS
// RUN: %clangplugin --target=x86_64-linux-gnu -march=skylake-avx512 \
// RUN:   -mprefer-vector-width=512 -O3 -S %s -o - -DT=int -DE=short \
// RUN:   | %{see} | FileCheck %s --check-prefix=WORDS512
// RUN: %clangplugin --target=x86_64-linux-gnu -march=alderlake -O3 -S %s -o - \
// RUN:   -DT=int -DE="signed char" | %{see} | FileCheck %s --check-prefix=AVXVNNI
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver5 -O3 -S %s -o - \
// RUN:   -DT=int -DE="signed char" | %{see} | FileCheck %s --check-prefix=VNNI
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver5 -O3 -S %s -o - \
// RUN:   -DT=int -DE=short | %{see} | FileCheck %s --check-prefix=VNNI16
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver5 -O3 -S %s -o - \
// RUN:   -DT=int -DE=int | %{see} | FileCheck %s --check-prefix=AVX512
// RUN: %clangplugin --target=x86_64-linux-gnu -march=znver5 -O3 -S %s -o - \
// RUN:   -DT=long -DE=long | %{see} | FileCheck %s --check-prefix=AVX512L
// RUN: %clangplugin --target=x86_64-linux-gnu -march=lunarlake -O3 -S %s -o - \
// RUN:   -DT=int -DE="signed char" | %{see} | FileCheck %s --check-prefix=INT8
// RUN: %clangplugin --target=x86_64-linux-gnu -march=lunarlake -O3 -S %s -o - \
// RUN:   -DT=int -DE="unsigned short" | %{see} | FileCheck %s \
// RUN:   --check-prefix=INT16
// RUN: %clangplugin --target=aarch64-linux-gnu -march=armv8.2-a -O3 -S %s -o - \
// RUN:   -DT=int -DE=short | %{see} | FileCheck %s --check-prefix=SMLAL
// RUN: %clangplugin --target=aarch64-linux-gnu -march=armv8.2-a -O3 -S %s -o - \
// RUN:   -DT=long -DE=unsigned | %{see} | FileCheck %s --check-prefix=UMLAL
// RUN: %clangplugin --target=aarch64-linux-gnu -march=armv8.2-a -O3 -S %s -o - \
// RUN:   -DT=int -DE=int | %{see} | FileCheck %s --check-prefix=NEON
// RUN: %clangplugin --target=powerpc64le-linux-gnu -mcpu=power9 -O3 -S %s -o - \
// RUN:   -DT=int -DE=int | %{see} | FileCheck %s --check-prefix=VSX
//
// AVX2: stack 0, {{(subq 1, )?}}vmovdq{{[au]}} 4, vpaddd 16, vpbroadcastd 8, vpmulld 16{{$}}
// WORDS: stack 0, {{(subq 1, )?}}vmovdq{{[au]}} {{[456]}}, vpaddd 24, vpbroadcastd 12, vpmaddwd 24{{$}}
// WORDS512: stack 0, {{(subq 1, )?}}vmovdq{{[au]}}64 4, vpaddd 48, vpbroadcastd 24, vpmaddwd 48{{$}}
// AVXVNNI: stack 0, {{(subq 1, )?}}vmovdq{{[au]}} 8, vpbroadcastd 24, vpdpbusd 48{{$}}
// VNNI: stack 0, {{(subq 1, )?}}vmovdq{{[au]}}64 8, vpbroadcastd 48, vpdpbusd 96{{$}}
// VNNI16: stack 0, {{(subq 1, )?}}vmovdq{{[au]}}64 4, vpbroadcastd 24, vpdpwssd 48{{$}}
// AVX512: stack 0, {{(subq 1, )?}}vmovdq{{[au]}}64 4, vpaddd 32, vpbroadcastd 16, vpmulld 32{{$}}
// AVX512L: stack 0, {{(subq 1, )?}}vmovdq{{[au]}}64 4, vpaddq 32, vpbroadcastq 16, vpmullq 32{{$}}
// INT8: stack 0, vbroadcastss {{2[34], .*}}vpdpbssd 48{{$}}
// INT16: stack 0, {{(subq 1, )?}}vbroadcastss {{1[12], .*}}vpdpwuud 24{{$}}
// SMLAL: smlal 48, stack 0
// UMLAL: stack 0, subs 1, umlal 48{{$}}
// NEON: mla 48, {{(orr 1, )?}}stack 0
// VSX: lxvwsx 16, stack 0, vadduwm 32, vmuluwm 32{{$}}
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long kk, const E *restrict A, const E *restrict B,
             T *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      T sum = 0;
      for (long k = 0; k < kk; k++)
        sum += (T)A[i * kk + k] * (T)B[k * n + j];
      C[i * n + j] = sum;
    }
}
