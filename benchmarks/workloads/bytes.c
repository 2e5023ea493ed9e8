// title: Bytes to int32, row-major: C = A·B
// layouts: rrr
// types: s8s8s32 u8s8s32
// beta: 0
// small: 16 32 64 128
// medium: 256 512 1024
// large: 2048
// quick: 256
#include "product.h"

#ifdef AFFINE
void affine(SUM alpha, LEFT A[M][K], RIGHT B[K][N], SUM beta, SUM C[M][N]) {
  int i, j, k;
#pragma scop
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      C[i][j] = 0;
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < K; k++)
        C[i][j] = C[i][j] + A[i][k] * B[k][j];
#pragma endscop
}
#elif defined(IN_PLACE)
PRODUCT {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      C[i * ldc + j] = 0;
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        C[i * ldc + j] += A[i * lda + p] * B[p * ldb + j];
}
#else
PRODUCT {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      SUM sum = 0;
      for (long p = 0; p < k; p++)
        sum += A[i * lda + p] * B[p * ldb + j];
      C[i * ldc + j] = sum;
    }
}
#endif
