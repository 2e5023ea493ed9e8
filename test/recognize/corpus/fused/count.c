// Operations are counted.
// expect: 1
long gemm(int n, const float *a, const float *b, float *c) {
  long count = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) {
        sum += a[i * n + k] * b[k * n + j];
        count += 2;
      }
      c[i * n + j] = sum;
    }
  return count;
}
