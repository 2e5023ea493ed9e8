// Three axes of the sum, one of them constant.
// expect: 1
void contract(int m, int n, int p, int q, const float *restrict A,
              const float *restrict B, float *restrict C) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++)
          for (int x = 0; x < 3; x++)
            C[i * n + j] +=
                A[((k * q + l) * 3 + x) * m + i] * B[((j * 3 + x) * p + k) * q + l];
}
