// X U = B in place.
// expect: 1
void trsm(int m, int n, const double *u, long ldu, double *b, long ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < j; k++)
        b[i * ldb + j] -= b[i * ldb + k] * u[k * ldu + j];
      b[i * ldb + j] /= u[j * ldu + j];
    }
}
