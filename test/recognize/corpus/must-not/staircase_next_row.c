// From the last row up, but the row before it has been changed when it is read: it is not
// what it was when a block begins.
// expect: 0
void scale(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = m - 1; i > 1; i--)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < i; k++)
        b[i * ldb + j] += a[i * lda + k] * b[k * ldb + j];
      b[(i - 2) * ldb + j] *= 2;
    }
}
