// With the right side behind the matrix. Factors do not stay.
// expect: 1
void eliminate(int n, int m, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double f = a[i * m + k] / a[k * m + k];
      for (int j = k; j < m; j++)
        a[i * m + j] -= f * a[k * m + j];
    }
}
