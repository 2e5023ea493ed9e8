// Rows of bytes, each with a scale.
// expect: 1
void gemv(int m, int n, const signed char *restrict w,
          const float *restrict scale, const float *restrict x,
          float *restrict y) {
  for (int i = 0; i < m; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += (float)w[i * n + k] * x[k];
    y[i] = sum * scale[i];
  }
}
