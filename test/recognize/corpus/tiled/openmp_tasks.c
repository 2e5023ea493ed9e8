// A task for each tile, whose loops have two bounds each.
// expect: 1
// flags: -fopenmp
void multiply(int m, int n, int l, const float *a, const float *b, float *c) {
#pragma omp parallel
#pragma omp single
  for (int ii = 0; ii < m; ii += 32)
    for (int jj = 0; jj < n; jj += 32)
#pragma omp task
      for (int i = ii; i < ii + 32 && i < m; i++)
        for (int j = jj; j < jj + 32 && j < n; j++) {
          float sum = 0;
          for (int k = 0; k < l; k++)
            sum += a[i * l + k] * b[k * n + j];
          c[i * n + j] = sum;
        }
}
