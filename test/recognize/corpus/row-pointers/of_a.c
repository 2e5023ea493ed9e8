// Row pointers for A only.
// expect: 1
void gemm(int m, int n, int p, float **a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i][k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
