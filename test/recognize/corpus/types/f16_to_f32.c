// Half-precision factors, float sums.
// expect: 1
void gemm(int n, const _Float16 *a, const _Float16 *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (float)a[i * n + k] * (float)b[k * n + j];
      c[i * n + j] = sum;
    }
}
