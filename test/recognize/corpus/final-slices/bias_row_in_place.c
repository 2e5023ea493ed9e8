// C starts from bias[i] and is summed in place.
// expect: 1
void layer(int m, int n, int p, const float *restrict x,
           const float *restrict w, const float *restrict bias,
           float *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      y[i * n + j] = bias[i];
      for (int k = 0; k < p; k++)
        y[i * n + j] += x[i * p + k] * w[k * n + j];
    }
}
