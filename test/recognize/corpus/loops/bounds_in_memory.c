// The bounds are read from memory in each step.
// expect: 1
void gemm(const int *m, const int *n, const int *p, const float *a,
          const float *b, float *c) {
  for (int i = 0; i < *m; i++)
    for (int j = 0; j < *n; j++)
      for (int k = 0; k < *p; k++)
        c[i * *n + j] += a[i * *p + k] * b[k * *n + j];
}
