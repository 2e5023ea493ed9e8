// Only the diagonal of an operand: C moves with one index.
// expect: 0
void contract(int n, const double *restrict A, const double *restrict B,
              double *restrict C) {
  for (int a = 0; a < n; a++)
    for (int d = 0; d < n; d++)
      for (int e = 0; e < n; e++)
        C[a] += A[(a * n + d) * n + e] * B[(e * n + d) * n + a];
}
