// The matrix is computed, from counters too; it is another one for each row.
// expect: 1
void moments(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * (b[k * n + j] + (float)(k * i * j));
      c[i * n + j] = sum;
    }
}
