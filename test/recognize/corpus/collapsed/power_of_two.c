// Rows of 64 elements: shifts and masks.
// expect: 1
void multiply(long m, long l, const float *a, const float *b, float *c) {
  for (long t = 0; t < m * 64; t++) {
    long i = t / 64, j = t % 64;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * 64 + j];
    c[t] = sum;
  }
}
