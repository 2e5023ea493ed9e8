// U X = B in place: backward substitution.
// expect: 1
void trsm(int m, int n, const double *u, long ldu, double *b, long ldb) {
  for (int j = 0; j < n; j++)
    for (int k = m - 1; k >= 0; k--) {
      b[k + j * ldb] /= u[k + k * ldu];
      for (int i = 0; i < k; i++)
        b[i + j * ldb] -= b[k + j * ldb] * u[i + k * ldu];
    }
}
