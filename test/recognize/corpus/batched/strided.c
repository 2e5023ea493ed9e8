// A batch of matrices, one behind the other.
// expect: 1
void batched(int count, int n, const float *a, const float *b, float *c) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
          sum += a[(t * n + i) * n + k] * b[(t * n + k) * n + j];
        c[(t * n + i) * n + j] = sum;
      }
}
