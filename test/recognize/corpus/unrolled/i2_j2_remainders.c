// A register tile of 2 by 2, and loops for the rests.
// expect: 3
void gemm(long m, long n, long p, const double *restrict a,
          const double *restrict b, double *restrict c) {
  long i = 0, j;
  for (; i + 1 < m; i += 2) {
    for (j = 0; j + 1 < n; j += 2) {
      double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
      for (long k = 0; k < p; k++) {
        s00 += a[i * p + k] * b[k * n + j];
        s01 += a[i * p + k] * b[k * n + j + 1];
        s10 += a[(i + 1) * p + k] * b[k * n + j];
        s11 += a[(i + 1) * p + k] * b[k * n + j + 1];
      }
      c[i * n + j] = s00;
      c[i * n + j + 1] = s01;
      c[(i + 1) * n + j] = s10;
      c[(i + 1) * n + j + 1] = s11;
    }
    for (; j < n; j++) {
      double s0 = 0, s1 = 0;
      for (long k = 0; k < p; k++) {
        s0 += a[i * p + k] * b[k * n + j];
        s1 += a[(i + 1) * p + k] * b[k * n + j];
      }
      c[i * n + j] = s0;
      c[(i + 1) * n + j] = s1;
    }
  }
  for (; i < m; i++)
    for (j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < p; k++)
        s += a[i * p + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
