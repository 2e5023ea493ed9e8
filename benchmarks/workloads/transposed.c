// title: Row-major with one operand transposed: C += Aᵀ·B and C += A·Bᵀ
// layouts: crr rcr
// types: f32 f64
// small: 32 64 128
// medium: 256 512 1024
// large: 2048
// quick: 256
#include "product.h"

#ifdef AFFINE
#if A_COLUMN
#define A_ELEMENT(i, k) A[k][i]
#define A_ARRAY A[K][M]
#else
#define A_ELEMENT(i, k) A[i][k]
#define A_ARRAY A[M][K]
#endif
#if B_COLUMN
#define B_ELEMENT(k, j) B[j][k]
#define B_ARRAY B[N][K]
#else
#define B_ELEMENT(k, j) B[k][j]
#define B_ARRAY B[K][N]
#endif
#if C_COLUMN
#define C_ELEMENT(i, j) C[j][i]
#define C_ARRAY C[N][M]
#else
#define C_ELEMENT(i, j) C[i][j]
#define C_ARRAY C[M][N]
#endif
void affine(SUM alpha, LEFT A_ARRAY, RIGHT B_ARRAY, SUM beta, SUM C_ARRAY) {
  int i, j, k;
#pragma scop
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < K; k++)
        C_ELEMENT(i, j) = C_ELEMENT(i, j) + A_ELEMENT(i, k) * B_ELEMENT(k, j);
#pragma endscop
}
#else
PRODUCT {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        c(i, j) += a(i, p) * b(p, j);
}
#endif
