// A convolution in one dimension, for each row.
// expect: 1
void convolve(int m, int n, int p, const float *x, const float *w, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        y[i * n + j] += x[i * (n + p) + j + k] * w[k];
}
