// A worker computes the elements from first to last.
// expect: 1
void work(long first, long last, long n, long l, const float *a, const float *b,
          float *c) {
  for (long t = first; t < last; t++) {
    long i = t / n, j = t % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * n + j];
    c[t] = sum;
  }
}
