// The rows' pointers are in local variables.
// expect: 1
void gemm(int m, int n, int p, double **a, double **b, double **c) {
  for (int i = 0; i < m; i++) {
    const double *ai = a[i];
    double *ci = c[i];
    for (int k = 0; k < p; k++) {
      const double *bk = b[k];
      for (int j = 0; j < n; j++)
        ci[j] += ai[k] * bk[j];
    }
  }
}
