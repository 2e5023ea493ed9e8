// A zero of the left operand skips a row of the right one, as GSL's CBLAS has it.
// expect: 1
void gemm(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
  for (int l = 0; l < k; l++)
    for (int i = 0; i < m; i++) {
      const double t = alpha * a[lda * i + l];
      if (t != 0.0)
        for (int j = 0; j < n; j++)
          c[ldc * i + j] += t * b[ldb * l + j];
    }
}
