// The sum is stored, and its ReLU beside it.
// expect: 1
void layer(int n, const float *restrict a, const float *restrict b,
           float *restrict c, float *restrict relu) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
      relu[i * n + j] = sum > 0 ? sum : 0;
    }
}
