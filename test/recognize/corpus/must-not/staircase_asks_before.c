// A solve that asks about what a row holds before it is divided, and only where
// the divisor is not zero: what is asked second is not looked at anywhere else.
// expect: 0
void trsm(int m, int n, const double *l, long ldl, double *b, long ldb) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      if (l[k * ldl + k] != 0 && b[j * ldb + k] != 0) {
        b[j * ldb + k] /= l[k * ldl + k];
        for (int i = k + 1; i < m; i++)
          b[j * ldb + i] -= b[j * ldb + k] * l[k * ldl + i];
      }
}
