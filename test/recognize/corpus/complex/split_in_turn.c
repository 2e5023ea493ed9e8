// The same, each product added to the sums in memory.
// expect: 2
void gemm(long n, const double *restrict ar, const double *restrict ai, const double *restrict br,
          const double *restrict bi, double *restrict cr, double *restrict ci) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++) {
        cr[i * n + j] += ar[i * n + k] * br[k * n + j];
        cr[i * n + j] -= ai[i * n + k] * bi[k * n + j];
        ci[i * n + j] += ar[i * n + k] * bi[k * n + j];
        ci[i * n + j] += ai[i * n + k] * br[k * n + j];
      }
}
