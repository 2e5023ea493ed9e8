// Each matrix of a batch times its own vector.
// expect: 1
void gemv(int count, int m, int n, const float *restrict a,
          const float *restrict x, float *restrict y) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < m; i++) {
      float sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[(t * m + i) * n + j] * x[t * n + j];
      y[t * m + i] = sum;
    }
}
