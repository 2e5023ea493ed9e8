// C's own complex numbers times a real matrix: each part is a product, beside the other.
// expect: 1
void gemm(long n, const _Complex double *restrict a, const double *restrict b,
          _Complex double *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      _Complex double s = 0;
      for (long k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
