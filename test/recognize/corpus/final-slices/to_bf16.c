// Float sums, stored as bfloat16.
// expect: 1
void gemm(int n, const __bf16 *a, const __bf16 *b, __bf16 *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (float)a[i * n + k] * (float)b[k * n + j];
      c[i * n + j] = (__bf16)sum;
    }
}
