// Loops k, j, i.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int k = 0; k < p; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
