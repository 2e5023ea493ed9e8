void product(int m, int n, int l, const float *a, int lda, const float *b,
             int ldb, float *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < l; k++)
        c[i * ldc + j] += a[i * lda + k] * b[k * ldb + j];
}
