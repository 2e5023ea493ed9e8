// The batch is the innermost loop: matrices are interleaved.
// expect: 1
void batched(int count, int m, int n, int p, const float *restrict a,
             const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        for (int t = 0; t < count; t++)
          c[(i * n + j) * count + t] +=
              a[(i * p + k) * count + t] * b[(k * n + j) * count + t];
}
