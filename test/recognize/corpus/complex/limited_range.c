// C's own complex numbers, without the recovery from NaN.
// expect: 1
// flags: -fcx-limited-range
void gemm(long n, const _Complex double *restrict a, const _Complex double *restrict b,
          _Complex double *restrict c) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
