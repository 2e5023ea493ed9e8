// A dense layer: bias first, ReLU behind.
// expect: 1
void dense(int m, int n, const float *restrict w, const float *restrict b,
           const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float sum = b[i];
    for (int k = 0; k < n; k++)
      sum += w[i * n + k] * x[k];
    y[i] = sum > 0 ? sum : 0;
  }
}
