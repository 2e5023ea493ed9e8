// The sum stops at a limit.
// expect: 0
void gemm(int n, float limit, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) {
        sum += a[i * n + k] * b[k * n + j];
        if (sum > limit)
          break;
      }
      c[i * n + j] = sum;
    }
}
