// C = A A^T, all of it: one array is both operands.
// expect: 1
void gram(int m, int p, const double *restrict a, double *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * a[j * p + k];
      c[i * m + j] = sum;
    }
}
