// k by 2, one expression.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k += 2) {
        sum += a[i * p + k] * b[k * n + j];
        sum += a[i * p + k + 1] * b[(k + 1) * n + j];
      }
      c[i * n + j] = sum;
    }
}
