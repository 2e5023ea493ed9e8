// A double product is rounded to float in each step.
// expect: 0
void gemm(int n, const double *a, const double *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
