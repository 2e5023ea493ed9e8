// A lower triangle times B in place, from the last row up.
// expect: 1
void trmm(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      double s = b[i * ldb + j] * a[i * lda + i];
      for (int k = 0; k < i; k++)
        s += a[i * lda + k] * b[k * ldb + j];
      b[i * ldb + j] = s;
    }
}
