// L X = B in place: forward substitution for many right-hand sides.
// expect: 1
void trsm(int m, int n, const double *l, int ldl, double *b, int ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = b[i * ldb + j];
      for (int k = 0; k < i; k++)
        s -= l[i * ldl + k] * b[k * ldb + j];
      b[i * ldb + j] = s / l[i * ldl + i];
    }
}
