// The axes of the sum lie in another order in each operand.
// expect: 1
void contract(int m, int n, int p, int q, const double *A, const double *B,
              double *C) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++)
          sum += A[(i * p + k) * q + l] * B[(j * q + l) * p + k];
      C[i * n + j] = sum;
    }
}
