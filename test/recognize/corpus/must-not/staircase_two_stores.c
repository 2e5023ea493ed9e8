// Another array is written in the nest.
// expect: 0
void two(int m, int n, const double *a, long lda, double *b, long ldb,
         double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < i; k++)
        b[i * ldb + j] -= a[i * lda + k] * b[k * ldb + j];
      c[i * ldb + j] = b[i * ldb + j];
    }
}
