// Three loops of a batched product.
// expect: 1
// flags: -fopenmp
void multiply(int s, int m, int n, int l, const float *a, const float *b,
              float *c) {
#pragma omp parallel for collapse(3)
  for (int x = 0; x < s; x++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < l; k++)
          sum += a[(x * m + i) * l + k] * b[(x * l + k) * n + j];
        c[(x * m + i) * n + j] = sum;
      }
}
