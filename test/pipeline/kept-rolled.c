// A step of a register tile is unrolled and becomes part of a larger product.
// What differs from it in one thing stays a product with its own loops, and
// what is no product that pays is unrolled as without the plugin.
//
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -S %s
// RUN: %clangplugin %{flags} -Rpass=gemmify -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang %{flags} -DKEPT -o %t.plain.s
// RUN: %clangplugin %{flags} -DKEPT -o %t.s
// RUN: cmp %t.plain.s %t.s

#define P for (long p = 0; p < parts; p++)
#define K for (long k = 0; k < depth; k++)
#define TILE(M, N) for (int r = 0; r < M; r++) for (int c = 0; c < N; c++)
#define ADD(M, N) S[r][c] += A[k * M + r] * B[k * N + c];
#define ARGS                                                                   \
  long parts, long depth, const float *restrict A, const float *restrict B,    \
      float *restrict C

#ifndef KEPT
// CHECK: :[[@LINE+3]]:{{[0-9]+}}: remark: matrix product rewritten: float C(i,j) = 0 + sum
void larger(ARGS) { for (long i = 0; i < parts; i += 4) for (long j = 0; j < parts; j += 4) { float S[4][4] = {};
  K TILE(4, 4) S[r][c] += A[(i + r) * depth + k] * B[k * parts + j + c];
  TILE(4, 4) C[(i + r) * parts + j + c] = S[r][c];
} }

// CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: matrix product rewritten: {{.*}}; m=4 n=4 k=64;
void constant_depth(ARGS) { P { float S[4][4] = {};
  for (long k = 0; k < 64; k++) TILE(4, 4) ADD(4, 4)
  TILE(4, 4) C[p * 16 + r * 4 + c] = S[r][c];
} }

// CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: matrix product rewritten: {{.*}}; m=4 n=4;
void k_inside(ARGS) { P { float S[4][4] = {};
  TILE(4, 4) K ADD(4, 4)
  TILE(4, 4) C[p * 16 + r * 4 + c] = S[r][c];
} }

// CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: matrix product rewritten: {{.*}}; m=4 n=4;
void only_tile(ARGS) { float S[4][4] = {};
  K TILE(4, 4) ADD(4, 4)
  TILE(4, 4) C[r * 4 + c] = S[r][c];
}

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: matrix product rewritten: {{.*}}; m=4 n=4;
void of_caller(ARGS, float (*restrict S)[4]) { P { K TILE(4, 4) ADD(4, 4) A += 4; } }

// CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: matrix product rewritten: {{.*}}; m=6 n=6;
void many_sums(ARGS) { P { float S[6][6] = {};
  K TILE(6, 6) ADD(6, 6)
  TILE(6, 6) C[p * 36 + r * 6 + c] = S[r][c];
} }
#else
void small(ARGS) { TILE(2, 2) for (int k = 0; k < 2; k++) C[r * 2 + c] += A[r * 2 + k] * B[k * 2 + c]; }

// LLVM makes selects of what counts to two.
void two_rows(ARGS) { for (int r = 0; r < 2; r++) for (int c = 0; c < 8; c++) for (int k = 0; k < 5; k++) C[r * 8 + c] += A[r * 5 + k] * B[k * 8 + c]; }
void two_columns(ARGS) { for (int r = 0; r < 8; r++) for (int c = 0; c < 2; c++) for (int k = 0; k < 6; k++) C[r * 2 + c] += A[r * 6 + k] * B[k * 2 + c]; }
void two_ks(ARGS) { for (int r = 0; r < 6; r++) for (int c = 0; c < 8; c++) for (int k = 0; k < 2; k++) C[r * 8 + c] += A[r * 2 + k] * B[k * 8 + c]; }

// Each row of the result changes the first row of an operand.
void entangled(float A[4][4], float B[4][4], float C[4][4]) {
  for (int r = 0; r < 4; r++) {
    for (int c = 0; c < 4; c++) for (int k = 0; k < 4; k++) C[r][c] += A[r][k] * B[k][c];
    for (int c = 0; c < 4; c++) A[0][c] *= 3;
  }
}
#endif
