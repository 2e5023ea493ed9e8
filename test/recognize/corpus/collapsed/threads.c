// Each thread takes every nth element, or every nth row of a batch.
// expect: 2
void elements(int m, int n, int l, int thread, int threads, const float *a, const float *b, float *c) {
  for (int t = thread; t < m * n; t += threads) {
    int i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}
void rows(long count, long m, long n, long l, long thread, long threads, const double *a, const double *b, double *c) {
  for (long t = thread; t < count * m; t += threads) {
    long x = t / m;
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < l; k++)
        sum += a[t * l + k] * b[(x * l + k) * n + j];
      c[t * n + j] = sum;
    }
  }
}
