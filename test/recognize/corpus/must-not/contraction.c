// A sum over two loops whose index does not fold.
// expect: 0
void contract(int n, const float *restrict a, const float *restrict b,
              float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int l = 0; l < n; l++)
        c[i] += a[(k * n + i) * n + l] * b[l * n + k];
}
