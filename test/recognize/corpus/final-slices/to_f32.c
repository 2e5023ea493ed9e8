// Double sums, stored as float.
// expect: 1
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += (double)a[i * n + k] * (double)b[k * n + j];
      c[i * n + j] = (float)sum;
    }
}
