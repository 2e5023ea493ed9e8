// The first operand conjugated and transposed.
// expect: 1
// flags: -fcx-limited-range
void gemm(long n, const _Complex double *restrict a, const _Complex double *restrict b,
          _Complex double *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += ~a[k * n + i] * b[k * n + j];
}
