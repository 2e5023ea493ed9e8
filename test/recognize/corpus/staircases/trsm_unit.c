// L X = B in place with a unit diagonal, column by column as Fortran has it.
// expect: 1
void trsm(int m, int n, const float *l, long ldl, float *b, long ldb) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      for (int i = k + 1; i < m; i++)
        b[i + j * ldb] -= b[k + j * ldb] * l[i + k * ldl];
}
