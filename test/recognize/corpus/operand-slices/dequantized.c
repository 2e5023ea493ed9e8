// int8 weights, dequantized by scale and zero point.
// expect: 1
void gemm(int m, int n, int p, const float *a, const signed char *w,
          float scale, int zero, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * (scale * (w[j * p + k] - zero));
      c[i * n + j] = sum;
    }
}
