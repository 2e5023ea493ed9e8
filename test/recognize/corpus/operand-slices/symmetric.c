// A symmetric operand of which half is stored.
// expect: 2
void left(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (k <= i ? a[i * n + k] : a[k * n + i]) * b[k * n + j];
      c[i * n + j] = sum;
    }
}
void right(int m, int n, double alpha, const double *b, const double *a, long lda,
           double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        double e;
        if (k < j)
          e = a[k * lda + j];
        else
          e = a[j * lda + k];
        c[i * n + j] += alpha * b[i * n + k] * e;
      }
}
