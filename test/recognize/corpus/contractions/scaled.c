// alpha times the contraction plus beta times C.
// expect: 1
void contract(int n, double alpha, double beta, const double *restrict A,
              const double *restrict B, double *restrict C) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int c = 0; c < n; c++) {
        double sum = 0;
        for (int d = 0; d < n; d++)
          for (int e = 0; e < n; e++)
            sum += A[((b * n + d) * n + a) * n + e] * B[(e * n + c) * n + d];
        double *at = &C[(a * n + b) * n + c];
        *at = alpha * sum + beta * *at;
      }
}
