// Loops k, i, j: a sum of outer products.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int k = 0; k < p; k++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
