// B is transposed into a buffer first.
// expect: 1
void gemm(int n, const float *a, const float *b, float *bt, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      bt[j * n + i] = b[i * n + j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * bt[j * n + k];
      c[i * n + j] = sum;
    }
}
