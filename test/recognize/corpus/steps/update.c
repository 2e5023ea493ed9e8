// Two updates of one matrix, out of four.
// expect: 1
void update(long n, const double *restrict a, const double *restrict b,
            const double *restrict d, const double *restrict e, double *restrict c) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        c[i * n + j] += a[i * n + k] * b[k * n + j];
        c[i * n + j] -= d[i * n + k] * e[k * n + j];
      }
}
