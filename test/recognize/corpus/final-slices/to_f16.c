// Float sums, stored in half precision.
// expect: 1
void gemm(int n, const _Float16 *a, const _Float16 *b, _Float16 *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (float)a[i * n + k] * (float)b[k * n + j];
      c[i * n + j] = (_Float16)sum;
    }
}
