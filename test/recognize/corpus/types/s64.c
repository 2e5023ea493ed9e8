// long.
// expect: 1
void gemm(long n, const long *a, const long *b, long *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      long sum = 0;
      for (long k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
