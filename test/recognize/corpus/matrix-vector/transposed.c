// The transposed matrix, by dot products of its columns.
// expect: 1
void gemv_t(int m, int n, const float *restrict a, const float *restrict x,
            float *restrict y) {
  for (int j = 0; j < n; j++) {
    float sum = 0;
    for (int i = 0; i < m; i++)
      sum += a[i * n + j] * x[i];
    y[j] = sum;
  }
}
