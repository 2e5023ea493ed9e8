// Column-major matrices, loops j, k, i, as in reference BLAS.
// expect: 1
void gemm(int m, int n, int p, double alpha, const double *a, int lda,
          const double *b, int ldb, double *c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < p; k++) {
      double x = alpha * b[k + j * ldb];
      for (int i = 0; i < m; i++)
        c[i + j * ldc] += x * a[i + k * lda];
    }
}
