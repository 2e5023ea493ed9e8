// Three indices: matrix, row and column.
// expect: 1
void multiply(int s, int m, int n, int l, const float *a, const float *b,
              float *c) {
  for (int t = 0; t < s * m * n; t++) {
    int x = t / (m * n), i = t / n % m, j = t % n;
    float sum = 0;
    for (int k = 0; k < l; k++)
      sum += a[(x * m + i) * l + k] * b[(x * l + k) * n + j];
    c[t] = sum;
  }
}
