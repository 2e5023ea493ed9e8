// Back substitution by rows, each sum from the last row up.
// expect: 1
void solve(int m, int n, const double *a, int lda, double *b, int ldb) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      double s = b[i * ldb + j];
      for (int k = m - 1; k > i; k--)
        s -= a[i * lda + k] * b[k * ldb + j];
      b[i * ldb + j] = s / a[i * lda + i];
    }
}
