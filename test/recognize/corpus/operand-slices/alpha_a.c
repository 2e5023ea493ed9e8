// alpha times the element of A.
// expect: 1
void gemm(int n, float alpha, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      float x = alpha * a[i * n + k];
      for (int j = 0; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}
