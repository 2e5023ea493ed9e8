// A register tile of 2 by 2.
// expect: 1
void gemm(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j += 2) {
      double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
      for (int k = 0; k < n; k++) {
        s00 += a[i * n + k] * b[k * n + j];
        s01 += a[i * n + k] * b[k * n + j + 1];
        s10 += a[(i + 1) * n + k] * b[k * n + j];
        s11 += a[(i + 1) * n + k] * b[k * n + j + 1];
      }
      c[i * n + j] = s00;
      c[i * n + j + 1] = s01;
      c[(i + 1) * n + j] = s10;
      c[(i + 1) * n + j + 1] = s11;
    }
}
