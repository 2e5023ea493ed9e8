// Half-precision weights, float activations.
// expect: 1
void gemm(int m, int n, int p, const float *a, const _Float16 *w, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * (float)w[j * p + k];
      c[i * n + j] = sum;
    }
}
