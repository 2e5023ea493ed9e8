// One loop over all elements of C, which finds row and column by division.
// expect: 1
void multiply(int m, int n, int l, const float *a, const float *b, float *c) {
  for (int t = 0; t < m * n; t++) {
    int i = t / n, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[i * l + k] * b[k * n + j];
    c[t] = sum;
  }
}
