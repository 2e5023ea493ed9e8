// Both gradients of a linear layer.
// expect: 2
void backward(int m, int n, int p, const float *restrict dy,
              const float *restrict x, const float *restrict w,
              float *restrict dx, float *restrict dw) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        dx[i * p + k] += dy[i * n + j] * w[k * n + j];
  for (int k = 0; k < p; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        dw[k * n + j] += x[i * p + k] * dy[i * n + j];
}
