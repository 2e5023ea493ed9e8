// Rows of A and columns of B are gathered.
// expect: 1
void gemm(int m, int n, int p, int ldb, const unsigned *ri, const unsigned *ci,
          const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[(long)ri[i] * p + k] * b[(long)k * ldb + ci[j]];
      c[i * n + j] = sum;
    }
}
