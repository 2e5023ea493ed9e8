// All matrices of the batch are multiplied by the same one.
// expect: 1
void batched(int count, int m, int n, int p, const float *a, const float *b,
             float *c) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < p; k++)
          sum += a[(t * m + i) * p + k] * b[k * n + j];
        c[(t * m + i) * n + j] = sum;
      }
}
