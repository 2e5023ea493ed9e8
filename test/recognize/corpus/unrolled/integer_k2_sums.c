// Two sums of integers, and a loop for the rest that goes on with one of them.
// expect: 1
void gemm(int m, int n, int p, const int *a, const int *b, int *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int even = 0, odd = 0, k = 0;
      for (; k + 1 < p; k += 2) {
        even += a[i * p + k] * b[k * n + j];
        odd += a[i * p + k + 1] * b[(k + 1) * n + j];
      }
      for (; k < p; k++)
        even += a[i * p + k] * b[k * n + j];
      c[i * n + j] += even + odd;
    }
}
