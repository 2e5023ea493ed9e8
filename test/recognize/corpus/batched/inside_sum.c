// The batch is inside the loop of the sum.
// expect: 1
void batched(int count, int m, int n, int p, const double *restrict a,
             const double *restrict b, double *restrict c) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++)
      for (int t = 0; t < count; t++)
        for (int j = 0; j < n; j++)
          c[(t * m + i) * n + j] += a[(t * m + i) * p + k] * b[(t * p + k) * n + j];
}
