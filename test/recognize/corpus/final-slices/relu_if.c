// ReLU by an if around the store's value.
// expect: 1
void layer(int m, int n, int p, const float *x, const float *w, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += x[i * p + k] * w[k * n + j];
      if (sum < 0)
        sum = 0;
      y[i * n + j] = sum;
    }
}
