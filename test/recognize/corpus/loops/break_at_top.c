// Endless loops with a break at the top.
// expect: 1
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0;; i++) {
    if (i >= n)
      break;
    for (int j = 0;; j++) {
      if (j >= n)
        break;
      float sum = 0;
      for (int k = 0;; k++) {
        if (k >= n)
          break;
        sum += a[i * n + k] * b[k * n + j];
      }
      c[i * n + j] = sum;
    }
  }
}
