// Back substitution whose sums begin with the row that was solved last: nothing of
// a row can be added up before the row below it is final, but each row alone is a
// product of a row of the triangle with the rows below.
// expect: 1
void solve(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        b[i * ldb + j] -= a[i * lda + k] * b[k * ldb + j];
      b[i * ldb + j] /= a[i * lda + i];
    }
}
