// title: Column-major with alpha and beta, the paper's product: C = alpha·A·B + beta·C
// layouts: ccc
// types: f32 f64
// alpha: 1.5
// beta: 0.5
// small: 8 16 24 32 48 64 96 128
// medium: 128 192 256 384 512 768 1024
// large: 1024 1536 2048 3072 4096 6144 8192
// quick: 16 64 256 512
#include "product.h"

#ifdef AFFINE // as PLuTo wants it
void affine(SUM alpha, LEFT A[K][M], RIGHT B[N][K], SUM beta, SUM C[N][M]) {
  int i, j, k;
#pragma scop
  for (j = 0; j < N; j++)
    for (i = 0; i < M; i++)
      C[j][i] = C[j][i] * beta;
  for (j = 0; j < N; j++)
    for (i = 0; i < M; i++)
      for (k = 0; k < K; k++)
        C[j][i] = C[j][i] + alpha * A[k][i] * B[j][k];
#pragma endscop
}
#elif defined(IN_PLACE) // as Polly's pattern wants it
PRODUCT {
  for (long j = 0; j < n; j++)
    for (long i = 0; i < m; i++)
      C[i + j * ldc] *= beta;
  for (long j = 0; j < n; j++)
    for (long i = 0; i < m; i++)
      for (long p = 0; p < k; p++)
        C[i + j * ldc] += alpha * A[i + p * lda] * B[p + j * ldb];
}
#else
PRODUCT {
  PARALLEL
  for (long j = 0; j < n; j++)
    for (long i = 0; i < m; i++) {
      SUM sum = 0;
      for (long p = 0; p < k; p++)
        sum += A[i + p * lda] * B[p + j * ldb];
      C[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
    }
}
#endif
