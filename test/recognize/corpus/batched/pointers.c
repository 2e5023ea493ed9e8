// Arrays of pointers to the matrices of a batch.
// expect: 1
void batched(int count, int n, const float *const *a, const float *const *b,
             float *const *c) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
          sum += a[t][i * n + k] * b[t][k * n + j];
        c[t][i * n + j] = sum;
      }
}
