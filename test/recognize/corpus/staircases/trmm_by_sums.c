// Triangles times B in place, where a sum replaces the row that its last or first
// step reads.
// expect: 2
void lower(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k <= i; k++)
        s += a[i * lda + k] * b[k * ldb + j];
      b[i * ldb + j] = s;
    }
}
void upper(int m, int n, double alpha, const double *a, long lda, double *b, long ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = i; k < m; k++)
        s += a[i * lda + k] * b[k * ldb + j];
      b[i * ldb + j] = alpha * s;
    }
}
