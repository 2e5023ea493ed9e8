//===- not-rotated.c - Loops as raw IR has them ---------------------------===//
//
// Each loop is left from its header, before the body; nobody has rotated them.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -Xclang \
// RUN:   -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='sroa,instcombine,simplifycfg,print<gemmify-nests>' \
// RUN:     -disable-output 2>&1 | FileCheck %s
//
//===----------------------------------------------------------------------===//

// CHECK-LABEL: GEMM nests of 'in_memory':
// CHECK-NEXT: GEMM nest at %for.cond: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NEXT: m = (zext i32 (0 smax %M) to i64), n = (zext i32 (0 smax %N) to i64), k = (zext i32 (0 smax %K) to i64)
void in_memory(int M, int N, int K, float A[][64], float B[][64],
               float C[][64]) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        C[i][j] += A[i][k] * B[k][j];
}

// CHECK-LABEL: GEMM nests of 'in_register':
// CHECK-NEXT: GEMM nest at %for.cond: float C(i,j) = 0 + sum A(i,k)*B(k,j)
void in_register(int M, int N, int K, float A[][64], float B[][64],
                 float C[][64]) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      float s = 0;
      for (int k = 0; k < K; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// CHECK-LABEL: GEMM nests of 'beta':
// CHECK-NEXT: GEMM nest at %for.cond: float C(i,j) = an expression + sum A(i,k)*B(k,j)
void beta(int M, int N, int K, float be, float A[][64], float B[][64],
          float C[][64]) {
  for (int i = 0; i < M; i++) {
    for (int j = 0; j < N; j++)
      C[i][j] *= be;
    for (int k = 0; k < K; k++)
      for (int j = 0; j < N; j++)
        C[i][j] += A[i][k] * B[k][j];
  }
}

// Loops over tiles and over points fold only where both are rotated.
// CHECK-LABEL: GEMM nests of 'tiled':
// CHECK-NEXT: GEMM nest at %for.cond1: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NOT: tiles of
void tiled(long M, long N, long K, float A[][64], float B[][64], float C[][64]) {
  for (long kk = 0; kk < K; kk += 16)
    for (long i = 0; i < M; i++)
      for (long j = 0; j < N; j++)
        for (long k = kk; k < (kk + 16 < K ? kk + 16 : K); k++)
          C[i][j] += A[i][k] * B[k][j];
}

// CHECK-LABEL: GEMM nests of 'points_rotated':
// CHECK-NEXT: GEMM nest at %for.cond1: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NOT: tiles of
void points_rotated(long M, long N, long K, float A[][64], float B[][64], float C[][64]) {
  for (long kk = 0; kk < K; kk += 16)
    for (long i = 0; i < M; i++)
      for (long j = 0; j < N; j++) {
        long k = kk;
        do
          C[i][j] += A[i][k] * B[k][j];
        while (++k < (kk + 16 < K ? kk + 16 : K));
      }
}

// CHECK-LABEL: GEMM nests of 'tiles_rotated':
// CHECK-NEXT: GEMM nest at %for.cond: float C(i,j) = C + sum A(i,k)*B(k,j)
// CHECK-NOT: tiles of
void tiles_rotated(long M, long N, long K, float A[][64], float B[][64], float C[][64]) {
  long kk = 0;
  do {
    for (long i = 0; i < M; i++)
      for (long j = 0; j < N; j++)
        for (long k = kk; k < (kk + 16 < K ? kk + 16 : K); k++)
          C[i][j] += A[i][k] * B[k][j];
  } while ((kk += 16) < K);
}
