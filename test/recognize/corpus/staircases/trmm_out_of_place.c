// A triangular operand.
// expect: 1
void trmm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k <= i; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
