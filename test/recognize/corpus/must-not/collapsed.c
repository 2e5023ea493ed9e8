// Collapsed loops that multiply no matrices: a filter, a product by a vector, a
// running sum, an update in place, a call for each element.
// expect: 0
void filter(long m, long n, long l, const float *a, const float *w, float *c) {
  for (long t = 0; t < m * n; t++) {
    long i = t / n, j = t % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[i * (n + l) + j + k] * w[k];
    c[t] = sum;
  }
}
void by_vector(long m, long n, long l, const float *a, const float *x,
               float *c) {
  for (long t = 0; t < m * n; t++) {
    long i = t / n, j = t % n;
    float sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[(i * n + j) * l + k] * x[k];
    c[i * n + j] = sum;
  }
}
float running(int m, int n, int l, const float *a, const float *b, float *c) {
  float sum = 0;
  for (int t = 0; t < m * n; t++) {
    int i = t / n, j = t % n;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * n + j];
    c[t] = sum;
  }
  return sum;
}
void in_place(int m, int n, float *a, const float *b) {
  for (int t = 0; t < m * n; t++) {
    int i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * b[k * n + j];
    a[t] = sum;
  }
}
long logs(long m, long n, long l, const long *a, const long *b, long *c,
          void (*log)(long)) {
  for (long t = 0; t < m * n; t++) {
    long sum = 0;
    for (long k = 0; k < l; k++)
      sum += a[t / n * l + k] * b[k * n + t % n];
    c[t] = sum;
    log(t);
  }
  return 0;
}
