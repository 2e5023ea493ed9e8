// Each row of C is normalized when it is complete.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
    float total = 0;
    for (int j = 0; j < n; j++)
      total += c[i * n + j];
    for (int j = 0; j < n; j++)
      c[i * n + j] /= total;
  }
}
