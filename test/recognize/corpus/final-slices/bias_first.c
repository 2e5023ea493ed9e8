// Starts from bias[j].
// expect: 1
void layer(int m, int n, int p, const float *x, const float *w,
           const float *bias, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = bias[j];
      for (int k = 0; k < p; k++)
        sum += x[i * p + k] * w[j * p + k];
      y[i * n + j] = sum;
    }
}
