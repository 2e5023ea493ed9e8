// C is scaled by beta first, then summed in place.
// expect: 1
void gemm(int m, int n, int p, double alpha, const double *restrict a,
          const double *restrict b, double beta, double *restrict c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[i * p + k] * b[k * n + j];
  }
}
