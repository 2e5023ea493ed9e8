// Each row is added up from rows above, of which all but the last are final, and
// its own row below, which is not: blocks would read it too late.
// expect: 0
void rows(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = 1; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < i; k++)
        b[i * ldb + j] += a[i * lda + k] * b[k * ldb + j];
      b[(i - 1) * ldb + j] *= 2;
    }
}
