// A triangle with ones on its diagonal, which are not stored, times a matrix;
// and one without a diagonal, row by row.
// expect: 2
void unit_lower(int n, int m, const float *restrict l, const float *restrict b,
                float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = b[i * m + j];
      for (int k = 0; k < i; k++)
        s += l[i * n + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}
void strict_lower(int n, int m, const double *restrict l,
                  const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i * m + j] = 0;
    for (int k = 0; k < i; k++)
      for (int j = 0; j < m; j++)
        c[i * m + j] += l[i * n + k] * b[k * m + j];
  }
}
