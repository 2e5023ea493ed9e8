//===- tiled.c - Nests that the programmer has tiled ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops over tiles and over points fold into the three of the product:
// addresses start at the matrices themselves.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define ARGS                                                                   \
  int M, int N, int K, float *restrict C, const float *restrict A,             \
      const float *restrict B

// CHECK-LABEL: GEMM nests of 'three':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NEXT: m = {{.*}}%M{{.*}}, n = {{.*}}%N{{.*}}, k = {{.*}}%K
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK: i in {{.*}}%M{{.*}} tiles of 32, to be counted:
// CHECK-NEXT: j in {{.*}}%N{{.*}} tiles of 64, to be counted:
// CHECK-NEXT: k in {{.*}}%K{{.*}} tiles of 16, to be counted:
void three(ARGS) {
  for (int ii = 0; ii < M; ii += 32)
    for (int jj = 0; jj < N; jj += 64)
      for (int kk = 0; kk < K; kk += 16)
        for (int i = ii; i < MIN(ii + 32, M); i++)
          for (int j = jj; j < MIN(jj + 64, N); j++)
            for (int k = kk; k < MIN(kk + 16, K); k++)
              C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// CHECK-LABEL: GEMM nests of 'two_from_zero':
// CHECK: P: float at %A + i*
// CHECK: Q: float at %B + j*
// CHECK: start: float 0
// CHECK: C: float at %C + i*
// CHECK: i in {{.*}} tiles of 64, to be counted:
// CHECK-NEXT: j in {{.*}} tiles of 64, to be counted:
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%N) + j*(0) + k*(0) + tile of j*(64)
void two_from_zero(ARGS) {
  for (int ii = 0; ii < M; ii += 64) {
    int mb = MIN(64, M - ii);
    for (int jj = 0; jj < N; jj += 64) {
      int nb = MIN(64, N - jj);
      for (int i = 0; i < mb; i++)
        for (int j = 0; j < nb; j++) {
          float s = 0;
          for (int k = 0; k < K; k++)
            s += A[(ii + i) * K + k] * B[k * N + jj + j];
          C[(ii + i) * N + jj + j] = s;
        }
    }
  }
}

// CHECK-LABEL: GEMM nests of 'exact':
// CHECK: m = 512, n = 512, k = 512
// CHECK: C: float at %C + i*(2048) + j*(4)
// CHECK: i in 16 tiles of 32{{$}}
// CHECK-NEXT: j in 16 tiles of 32{{$}}
// CHECK-NEXT: k in 16 tiles of 32{{$}}
void exact(float (*restrict C)[512], float (*restrict A)[512],
           float (*restrict B)[512]) {
  for (int ii = 0; ii < 512; ii += 32)
    for (int jj = 0; jj < 512; jj += 32)
      for (int kk = 0; kk < 512; kk += 32)
        for (int i = ii; i < ii + 32; i++)
          for (int j = jj; j < jj + 32; j++)
            for (int k = kk; k < kk + 32; k++)
              C[i][j] += A[i][k] * B[k][j];
}

// Constant sizes need no test, though the last tiles are shorter.
// CHECK-LABEL: GEMM nests of 'constant':
// CHECK: m = 500, n = 500, k = 500
// CHECK: C: float at %C + i*(2000) + j*(4)
// CHECK: i in 16 tiles of 32{{$}}
// CHECK-NEXT: k in 16 tiles of 32{{$}}
void constant(float (*restrict C)[500], float (*restrict A)[500],
              float (*restrict B)[500]) {
  for (int ii = 0; ii < 500; ii += 32)
    for (int kk = 0; kk < 500; kk += 32)
      for (int i = ii; i < MIN(ii + 32, 500); i++)
        for (int j = 0; j < 500; j++)
          for (int k = kk; k < MIN(kk + 32, 500); k++)
            C[i][j] += A[i][k] * B[k][j];
}

// Where each tile of k adds a sum of its own, only the tile is a product.
// CHECK-LABEL: GEMM nests of 'partial_sums':
// CHECK: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k =
// CHECK-NOT: tiles of
void partial_sums(ARGS) {
  for (int kk = 0; kk < K; kk += 32)
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
        float s = 0;
        for (int k = kk; k < MIN(kk + 32, K); k++)
          s += A[i * K + k] * B[k * N + j];
        C[i * N + j] += s;
      }
}

// A batch whose rows lie one below the other is one tall matrix.
// CHECK-LABEL: GEMM nests of 'stacked':
// CHECK: m = (%b * %m), n = %n, k = %k
// CHECK: i in %b tiles of %m{{$}}
void stacked(long b, long m, long n, long k, float *restrict C,
             const float *restrict A, const float *restrict B) {
  for (long l = 0; l < b; l++)
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++)
        for (long p = 0; p < k; p++)
          C[(l * m + i) * n + j] += A[(l * m + i) * k + p] * B[p * n + j];
}

// A size that is known at run time only.
// CHECK-LABEL: GEMM nests of 'run_time_size':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: i in {{.*}}%m{{.*}} tiles of %t, to be counted:
// CHECK-NEXT: j in {{.*}}%n{{.*}} tiles of %t, to be counted:
// CHECK-NEXT: k in {{.*}}%k{{.*}} tiles of %t, to be counted:
// CHECK: if %t ule 4294967296
void run_time_size(long t, long m, long n, long k, float *restrict C,
                   const float *restrict A, const float *restrict B) {
  for (long ii = 0; ii < m; ii += t)
    for (long jj = 0; jj < n; jj += t)
      for (long kk = 0; kk < k; kk += t)
        for (long i = ii; i < ii + t; i++)
          for (long j = jj; j < jj + t; j++)
            for (long p = kk; p < kk + t; p++)
              C[i * n + j] += A[i * k + p] * B[p * n + j];
}
// Tiles that are counted from the end are not one ascending index.
// CHECK-LABEL: GEMM nests of 'run_time_size_backwards':
// CHECK-NOT: k in {{.*}} tiles of
void run_time_size_backwards(long t, long m, long n, long k, float *restrict C,
                             const float *restrict A,
                             const float *restrict B) {
  for (long kk = k; kk > 0; kk -= t)
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++)
        for (long p = kk - t; p < kk; p++)
          C[i * n + j] += A[i * k + p] * B[p * n + j];
}

// What is cleared in a tile stays there; the tile is a product.
// CHECK-LABEL: GEMM nests of 'cleared_in_tiles':
// CHECK: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: k in {{.*}}%K{{.*}} tiles of 8
void cleared_in_tiles(ARGS) {
  for (int ii = 0; ii < M; ii += 8)
    for (int jj = 0; jj < N; jj += 8) {
      for (int i = ii; i < MIN(ii + 8, M); i++)
        for (int j = jj; j < MIN(jj + 8, N); j++)
          C[i * N + j] = 0;
      for (int kk = 0; kk < K; kk += 8)
        for (int i = ii; i < MIN(ii + 8, M); i++)
          for (int k = kk; k < MIN(kk + 8, K); k++)
            for (int j = jj; j < MIN(jj + 8, N); j++)
              C[i * N + j] += A[i * K + k] * B[k * N + j];
    }
}

// Of buffers that are filled in each tile, the loops inside are a product.
// CHECK-LABEL: GEMM nests of 'packed':
// CHECK: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NEXT: m = {{.*}}, n = {{.*}}, k = {{.*}}
// CHECK-NEXT: P: float at %TileA + i*(96) + k*(4)
// CHECK-NEXT: Q: float at %TileB + j*(4) + k*(128)
void packed(ARGS, float (*restrict TileA)[24], float (*restrict TileB)[32]) {
  for (int jj = 0; jj < N; jj += 32)
    for (int kk = 0; kk < K; kk += 24) {
      int nb = MIN(32, N - jj), kb = MIN(24, K - kk);
      for (int k = 0; k < kb; k++)
        for (int j = 0; j < nb; j++)
          TileB[k][j] = B[(kk + k) * N + jj + j];
      for (int ii = 0; ii < M; ii += 16) {
        int mb = MIN(16, M - ii);
        for (int i = 0; i < mb; i++)
          for (int k = 0; k < kb; k++)
            TileA[i][k] = A[(ii + i) * K + kk + k];
        for (int i = 0; i < mb; i++)
          for (int j = 0; j < nb; j++)
            for (int k = 0; k < kb; k++)
              C[(ii + i) * N + jj + j] += TileA[i][k] * TileB[k][j];
      }
    }
}
