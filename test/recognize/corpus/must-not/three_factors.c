// A third factor moves with all three loops.
// expect: 0
void gemm(int n, const float *a, const float *b, const float *w, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j] * w[(i * n + j) * n + k];
      c[i * n + j] = sum;
    }
}
