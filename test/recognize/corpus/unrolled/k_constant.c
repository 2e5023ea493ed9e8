// An inner loop of four steps, which clang unrolls.
// expect: 1
void gemm(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int kk = 0; kk < n; kk += 4)
        for (int k = 0; k < 4; k++)
          sum += a[i * n + kk + k] * b[(kk + k) * n + j];
      c[i * n + j] = sum;
    }
}
