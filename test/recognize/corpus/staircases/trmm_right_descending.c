// A matrix times an upper triangle from the right in place, with the matrix by
// columns, and steps that a zero skips: DTRMM.
// expect: 1
void trmm(int m, int n, double alpha, const double *a, long lda, double *b,
          long ldb) {
  for (int j = n - 1; j >= 0; j--) {
    double t = alpha * a[j * lda + j];
    for (int i = 0; i < m; i++)
      b[j * ldb + i] = t * b[j * ldb + i];
    for (int k = 0; k < j; k++)
      if (a[j * lda + k] != 0) {
        t = alpha * a[j * lda + k];
        for (int i = 0; i < m; i++)
          b[j * ldb + i] += t * b[k * ldb + i];
      }
  }
}
