// The sum of an element reads the column that it is in, above and below.
// expect: 0
void columns(int m, const double *a, long lda, double *b, long ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k <= i; k++)
        b[i * ldb + j] += a[i * lda + k] * b[j * ldb + k];
}
