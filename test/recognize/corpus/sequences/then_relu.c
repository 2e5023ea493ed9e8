// A nest of its own applies bias and ReLU afterwards.
// expect: 1
void layer(int n, const float *x, const float *w, const float *bias, float *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += x[i * n + k] * w[k * n + j];
      y[i * n + j] = sum;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float v = y[i * n + j] + bias[j];
      y[i * n + j] = v > 0 ? v : 0;
    }
}
