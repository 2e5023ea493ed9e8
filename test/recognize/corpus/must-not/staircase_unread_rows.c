// Rows may be read or not, and nothing else touches them: a block must not keep
// them.
// expect: 0
void skips(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = m - 1; i > 0; i--)
    for (int k = 0; k < i; k++)
      if (a[i * lda + k] != 0)
        for (int j = 0; j < n; j++)
          b[i * ldb + j] += a[i * lda + k] * b[k * ldb + j];
}
