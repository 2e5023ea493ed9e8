// The reference DTRSM's test for zero is about what a row holds before it is
// divided: behind that, a number may have vanished, and is subtracted all the same.
// expect: 0
void trsm(int m, int n, const double *l, long ldl, double *b, long ldb) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      if (b[j * ldb + k] != 0) {
        b[j * ldb + k] /= l[k * ldl + k];
        for (int i = k + 1; i < m; i++)
          b[j * ldb + i] -= b[j * ldb + k] * l[k * ldl + i];
      }
}
