// A table of rows.
// expect: 1
void gemv(int m, int n, float **a, const float *restrict x,
          float *restrict y) {
  for (int i = 0; i < m; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i][k] * x[k];
    y[i] = sum;
  }
}
