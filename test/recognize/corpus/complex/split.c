// Real and imaginary parts in arrays of their own.
// expect: 2
void gemm(int n, const float *restrict ar, const float *restrict ai, const float *restrict br,
          const float *restrict bi, float *restrict cr, float *restrict ci) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float re = 0, im = 0;
      for (int k = 0; k < n; k++) {
        re += ar[i * n + k] * br[k * n + j] - ai[i * n + k] * bi[k * n + j];
        im += ar[i * n + k] * bi[k * n + j] + ai[i * n + k] * br[k * n + j];
      }
      cr[i * n + j] = re;
      ci[i * n + j] = im;
    }
}
