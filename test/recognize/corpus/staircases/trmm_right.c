// B times the lower triangle of A, out of place.
// expect: 1
void trmm(long m, long n, const double *a, long lda, const double *b, long ldb,
          double *c, long ldc) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = j; k < n; k++)
        s += b[i * ldb + k] * a[k * lda + j];
      c[i * ldc + j] = s;
    }
}
