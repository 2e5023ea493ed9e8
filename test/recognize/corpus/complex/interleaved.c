// Real and imaginary parts, written out.
// expect: 1
void gemm(long n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float re = 0, im = 0;
      for (long k = 0; k < n; k++) {
        const float *x = a + 2 * (i * n + k), *y = b + 2 * (k * n + j);
        re += x[0] * y[0] - x[1] * y[1];
        im += x[0] * y[1] + x[1] * y[0];
      }
      c[2 * (i * n + j)] = re;
      c[2 * (i * n + j) + 1] = im;
    }
}
