// The sum is multiplied by a gate.
// expect: 1
void layer(int m, int n, int p, const float *x, const float *w,
           const float *gate, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += x[i * p + k] * w[k * n + j];
      y[i * n + j] = sum * gate[i * n + j];
    }
}
