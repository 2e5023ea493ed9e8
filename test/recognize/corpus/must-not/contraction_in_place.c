// The tensor is replaced while it is read.
// expect: 0
void transform(int n, double *x, const double *restrict u) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < n; r++)
      for (int k = 0; k < n; k++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
          sum += u[r * n + j] * x[(i * n + j) * n + k];
        x[(i * n + r) * n + k] = sum;
      }
}
