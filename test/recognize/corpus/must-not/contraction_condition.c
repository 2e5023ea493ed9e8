// Pairs of equal indices are left out of the sum.
// expect: 0
void contract(int n, const double *restrict A, const double *restrict B,
              double *restrict C) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int d = 0; d < n; d++)
        for (int e = 0; e < n; e++)
          if (d != e)
            C[a * n + b] += A[(a * n + d) * n + e] * B[(b * n + e) * n + d];
}
