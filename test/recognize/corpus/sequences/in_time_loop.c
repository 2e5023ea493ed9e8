// The product is computed in each step of an iteration.
// expect: 1
void iterate(int steps, int n, const double *a, double *x, double *y) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
          sum += a[i * n + k] * x[k * n + j];
        y[i * n + j] = sum;
      }
    double *swap = x;
    x = y;
    y = swap;
  }
}
