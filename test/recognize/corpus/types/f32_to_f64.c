// Float factors, double sums.
// expect: 1
void gemm(int n, const float *a, const float *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += (double)a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
