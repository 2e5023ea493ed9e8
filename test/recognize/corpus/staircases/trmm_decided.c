// B U^T in place, by columns, where the diagonal is one or is read.
// expect: 1
void trmm(int m, int n, int nounit, double alpha, const double *u, long ldu, double *b, long ldb) {
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < k; j++)
      if (u[k * ldu + j] != 0)
        for (int i = 0; i < m; i++)
          b[j * ldb + i] += alpha * u[k * ldu + j] * b[k * ldb + i];
    double t = alpha;
    if (nounit)
      t *= u[k * ldu + k];
    if (t != 1)
      for (int i = 0; i < m; i++)
        b[k * ldb + i] *= t;
  }
}
