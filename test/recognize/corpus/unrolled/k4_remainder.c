// k by 4, and a loop for the rest.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      int k = 0;
      for (; k + 3 < p; k += 4) {
        sum += a[i * p + k] * b[k * n + j];
        sum += a[i * p + k + 1] * b[(k + 1) * n + j];
        sum += a[i * p + k + 2] * b[(k + 2) * n + j];
        sum += a[i * p + k + 3] * b[(k + 3) * n + j];
      }
      for (; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
