// A scale and a shift for each column.
// expect: 1
void layer(int m, int n, int p, const float *x, const float *w,
           const float *scale, const float *shift, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += x[i * p + k] * w[k * n + j];
      y[i * n + j] = sum * scale[j] + shift[j];
    }
}
