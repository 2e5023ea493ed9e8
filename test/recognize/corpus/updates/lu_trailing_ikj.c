// The same, loops i, k, j.
// expect: 1
void update(int n, int k0, int k1, double *a, int lda) {
  for (int i = k1; i < n; i++)
    for (int k = k0; k < k1; k++)
      for (int j = k1; j < n; j++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
}
