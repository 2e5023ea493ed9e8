// The batch is the innermost loop, but matrices lie one behind the other.
// expect: 1
void batched(int count, int m, int n, int p, const float *restrict a,
             const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        for (int t = 0; t < count; t++)
          c[(t * m + i) * n + j] += a[(t * m + i) * p + k] * b[(t * p + k) * n + j];
}
