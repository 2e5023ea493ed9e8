// Weights with a scale for each group of 32.
// expect: 1
void gemm(int m, int n, int p, const float *a, const signed char *w,
          const float *scale, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * (w[k * n + j] * scale[k / 32 * n + j]);
      c[i * n + j] = sum;
    }
}
