// A band of A.
// expect: 0
void band(int n, int w, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = i - w < 0 ? 0 : i - w; k < n && k <= i + w; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
