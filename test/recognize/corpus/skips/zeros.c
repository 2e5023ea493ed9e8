// The operand is read again for the product, since C may be A.
// expect: 1
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      if (a[i * n + k] != 0)
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
}
