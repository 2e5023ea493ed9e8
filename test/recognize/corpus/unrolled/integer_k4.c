// Integers, k by 4 in one expression: any order is right.
// expect: 1
void gemm(int n, const int *a, const int *b, int *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int k = 0; k < n; k += 4)
        sum += a[i * n + k] * b[j * n + k] +
               a[i * n + k + 1] * b[j * n + k + 1] +
               a[i * n + k + 2] * b[j * n + k + 2] +
               a[i * n + k + 3] * b[j * n + k + 3];
      c[i * n + j] = sum;
    }
}
