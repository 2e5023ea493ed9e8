// Each division takes what the one before has left.
// expect: 1
void multiply(long s, long m, long n, long l, const float *a, const float *b,
              float *c) {
  for (long t = 0; t < s * m * n; t++) {
    long x = t / (m * n), rest = t % (m * n), i = rest / n, j = rest % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[(x * m + i) * l + k] * b[(x * l + k) * n + j];
    c[t] = sum;
  }
}
