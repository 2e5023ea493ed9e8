// One number from three loops.
// expect: 0
float dot(int n, const float *a, const float *b) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
  return sum;
}
