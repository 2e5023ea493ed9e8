// (A + B) times (A - B).
// expect: 1
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (a[i * n + k] + b[i * n + k]) * (a[k * n + j] - b[k * n + j]);
      c[i * n + j] = sum;
    }
}
