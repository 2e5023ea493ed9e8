//===- inner-loops-thin.c - Lines are transposed beside the sums ----------===//
//
// Products with one, two or four columns of C whose left operand is contiguous
// along k: eight lines are read as four pairs of 128 bits, take two rounds of
// shuffles, and are multiplied; sixteen at a time, without a copy. Addresses
// may lie on the stack, vectors do not: as many are moved as are read. A single
// column in double has four vectors of sums.
//
// DEFINE: %{see} = %python %S/../lowering/Inputs/loop_histogram.py
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -O3 -S %s -o - \
// RUN:   -DT=float | %{see} | FileCheck %s --check-prefix=FLOAT
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -O3 -S %s -o - \
// RUN:   -DT=double | %{see} | FileCheck %s --check-prefix=DOUBLE
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long k, const T *restrict a, long lda,
             const T *restrict b, long ldb, T *restrict c, long ldc) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        c[i * ldc + j] += a[i * lda + p] * b[p * ldb + j];
}

// FLOAT-DAG: vbroadcastss 4, {{.*}}vfmadd231ps 6, vinsertf128 8, {{.*}}vmovups 8, vunpckhps 8, vunpcklps 8
// FLOAT-DAG: vbroadcastss 8, vfmadd231ps 16, vinsertf128 8, vmovups 8, vunpckhps 8, vunpcklps 8
// DOUBLE-DAG: vbroadcastsd 2, {{.*}}vinsertf128 4, {{.*}}vmovupd 4, vunpckhpd 2, vunpcklpd 2
// DOUBLE-DAG: vbroadcastsd 2, {{.*}}vinsertf128 8, {{.*}}vmovupd 8, vunpckhpd 4, vunpcklpd 4
// DOUBLE-DAG: vbroadcastsd 4, vfmadd231pd 8, vinsertf128 4, vmovupd 4, vunpckhpd 2, vunpcklpd 2
//
// Eight sums and what is transposed of sixteen lines are more than there are
// registers: eight lines follow the other eight.
//
// FLOAT-DAG: vbroadcastss 16, {{.*}}vinsertf128 4, vmovups 4, vunpckhps 4, vunpcklps 4
