// title: Row-major: C += A·B
// layouts: rrr
// types: f32 f64
// small: 8 16 24 32 48 64 96 128
// medium: 192 256 384 512 768 1024
// large: 1536 2048 3072 4096
// quick: 32 256
#include "product.h"

#ifdef AFFINE
void affine(SUM alpha, LEFT A[M][K], RIGHT B[K][N], SUM beta, SUM C[M][N]) {
  int i, j, k;
#pragma scop
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < K; k++)
        C[i][j] = C[i][j] + A[i][k] * B[k][j];
#pragma endscop
}
#else
PRODUCT {
  PARALLEL
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        C[i * ldc + j] += A[i * lda + p] * B[p * ldb + j];
}
#endif
