// A function of the program, that only computes.
// expect: 1
__attribute__((const)) float activation(float x);
void layer(int m, int n, int p, const float *a, const float *b, const float *bias, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = bias[j];
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = activation(sum);
    }
}
