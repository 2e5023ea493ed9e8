// Unsigned counters with <=: a bound of UINT_MAX would never be reached.
// expect: 1
void gemm(unsigned n, const float *a, const float *b, float *c,
          unsigned long ld) {
  for (unsigned i = 0; i <= n; i++)
    for (unsigned j = 0; j <= n; j++) {
      float sum = 0;
      for (unsigned k = 0; k <= n; k++)
        sum += a[i * ld + k] * b[k * ld + j];
      c[i * ld + j] = sum;
    }
}
