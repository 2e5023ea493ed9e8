// One axis of the sum ends where the other is.
// expect: 0
void contract(int n, const double *restrict A, const double *restrict B,
              double *restrict C) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int d = 0; d < n; d++)
        for (int e = 0; e <= d; e++)
          C[a * n + b] += A[(a * n + d) * n + e] * B[(b * n + e) * n + d];
}
