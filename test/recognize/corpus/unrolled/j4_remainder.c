// j by 4 in the innermost loop, and a loop for the rest.
// expect: 2
void gemm(int m, int n, int p, const double *restrict a,
          const double *restrict b, double *restrict c) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++) {
      double x = a[i * p + k];
      int j = 0;
      for (; j + 3 < n; j += 4) {
        c[i * n + j] += x * b[k * n + j];
        c[i * n + j + 1] += x * b[k * n + j + 1];
        c[i * n + j + 2] += x * b[k * n + j + 2];
        c[i * n + j + 3] += x * b[k * n + j + 3];
      }
      for (; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}
