// Columns in turn, with sums in registers.
// expect: 2
void factor(int n, double *a) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i <= j; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < i; k++)
        s -= a[i * n + k] * a[k * n + j];
      a[i * n + j] = s;
    }
    for (int i = j + 1; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[k * n + j];
      a[i * n + j] = s / a[j * n + j];
    }
  }
}
