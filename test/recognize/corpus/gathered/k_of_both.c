// Step k reads column idx[k] of A and row idx[k] of B.
// expect: 1
void gemm(int m, int n, int p, int lda, const int *restrict idx,
          const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[i * lda + idx[k]] * b[idx[k] * n + j];
}
