// Half floats widened.
// expect: 1
void gemv(int m, int n, const _Float16 *restrict a, const _Float16 *restrict x,
          float *restrict y) {
  for (int i = 0; i < m; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += (float)a[i * n + k] * (float)x[k];
    y[i] = sum;
  }
}
