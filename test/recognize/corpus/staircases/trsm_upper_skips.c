// U X = B in place, from the last row on, as the reference BLAS has it: what
// is zero is skipped, and the first row has none above it.
// expect: 1
void trsm(int m, int n, int nounit, const double *u, long ldu, double *b,
          long ldb) {
  for (int j = 0; j < n; j++)
    for (int k = m - 1; k >= 0; k--)
      if (b[j * ldb + k] != 0) {
        if (nounit)
          b[j * ldb + k] /= u[k * ldu + k];
        for (int i = 0; i < k; i++)
          b[j * ldb + i] -= b[j * ldb + k] * u[k * ldu + i];
      }
}
