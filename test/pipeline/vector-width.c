// Kernels take all bits of AVX-512, whatever LLVM's tuning for the processor has
// its vectorizers do, unless the user names a shorter width.
//
// DEFINE: %{cpu} = x86-64-v4
// DEFINE: %{more} =
// DEFINE: %{prefix} = WIDE,HOST
// DEFINE: %{run} = %clangplugin --target=x86_64-linux-gnu -O3 -S -o %t.s %s \
// DEFINE:   -march=%{cpu} %{more} -Rpass=gemmify 2> %t.remarks && cat %t.remarks \
// DEFINE:   %t.s | FileCheck %s --check-prefixes=%{prefix}
// RUN: %{run}
// REDEFINE: %{cpu} = skylake-avx512
// RUN: %{run}
// REDEFINE: %{cpu} = tigerlake
// REDEFINE: %{more} = -DDOTS
// REDEFINE: %{prefix} = DOTS
// RUN: %{run}
// REDEFINE: %{cpu} = icelake-server
// RUN: %{run}
// REDEFINE: %{cpu} = sapphirerapids
// RUN: %{run}
// REDEFINE: %{cpu} = graniterapids
// RUN: %{run}
// REDEFINE: %{cpu} = skylake-avx512
// REDEFINE: %{more} = -mprefer-vector-width=512
// REDEFINE: %{prefix} = WIDE
// RUN: %{run}
//
// REDEFINE: %{more} = -mprefer-vector-width=256
// REDEFINE: %{prefix} = NARROW --implicit-check-not=zmm
// RUN: %{run}
//
// The host's own loops are vectorized as before.
// WIDE-DAG: packing mr=32 nr=12 kr=1
// WIDE-DAG: intrinsic; original loops dropped
// WIDE: vfmadd{{.*}}%zmm{{2[0-9]}}
// WIDE-LABEL: {{^}}constant:
// WIDE: vfmadd{{.*}}zmm
// HOST-LABEL: {{^}}sum:
// HOST-NOT: {{vadd.*zmm}}
// HOST: {{vadd.*ymm}}
//
// DOTS: packing mr=32 nr=12 kr=4
// DOTS: vpdpbusd{{.*}}%zmm{{2[0-9]}}
//
// NARROW-DAG: packing mr=16 nr=6 kr=1

#ifdef DOTS
typedef int sum_t;
typedef unsigned char left_t;
typedef signed char right_t;
#else
typedef float sum_t, left_t, right_t;
#endif

void product(int m, int n, int p, const left_t *restrict a,
             const right_t *restrict b, sum_t *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      sum_t s = 0;
      for (int k = 0; k < p; k++)
        s += a[i * p + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

#ifndef DOTS
void constant(const float a[16][16], const float b[16][16],
              float c[restrict 16][16]) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
      float s = 0;
      for (int k = 0; k < 16; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void sum(int n, float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
#endif
