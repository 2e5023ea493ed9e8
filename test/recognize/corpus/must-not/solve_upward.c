// A sum over rows that are not final, and are before the block.
// expect: 0
void upward(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k <= i; k++)
        b[i * ldb + j] += a[i * lda + k] * b[(k + 1) * ldb + j];
}
