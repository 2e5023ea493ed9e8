// The counters run over offsets, not over rows.
// expect: 1
void gemm(long m, long n, long p, const float *a, const float *b, float *c) {
  for (long ia = 0, ic = 0; ia < m * p; ia += p, ic += n)
    for (long j = 0; j < n; j++) {
      float sum = 0;
      for (long k = 0; k < p; k++)
        sum += a[ia + k] * b[k * n + j];
      c[ic + j] = sum;
    }
}
