// What decides about a factor is an element that the nest changes: it is not the
// same in a block of rows.
// expect: 0
void trmm(int m, int n, double alpha, const double *u, long ldu, double *b, long ldb) {
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < k; j++)
      for (int i = 0; i < m; i++)
        b[j * ldb + i] += u[k * ldu + j] * b[k * ldb + i];
    double t = alpha;
    if (b[k] > 1)
      t *= u[k * ldu + k];
    for (int i = 0; i < m; i++)
      b[k * ldb + i] *= t;
  }
}
