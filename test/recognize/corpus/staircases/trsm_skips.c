// X U = alpha B in place, by columns: steps are skipped where U is zero, and the
// scaling where alpha is one or the diagonal is.
// expect: 1
void trsm(int m, int n, int nounit, double alpha, const double *u, long ldu, double *b, long ldb) {
  for (int j = 0; j < n; j++) {
    if (alpha != 1)
      for (int i = 0; i < m; i++)
        b[j * ldb + i] *= alpha;
    for (int k = 0; k < j; k++)
      if (u[j * ldu + k] != 0)
        for (int i = 0; i < m; i++)
          b[j * ldb + i] -= u[j * ldu + k] * b[k * ldb + i];
    if (nounit)
      for (int i = 0; i < m; i++)
        b[j * ldb + i] /= u[j * ldu + j];
  }
}
