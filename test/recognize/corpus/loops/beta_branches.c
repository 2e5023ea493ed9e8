// beta is tested inside the loops: a nest for each answer.
// expect: 2
void gemm(int m, int n, int p, float alpha, const float *a, const float *b,
          float beta, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      if (beta == 0)
        c[i * n + j] = alpha * sum;
      else
        c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
}
