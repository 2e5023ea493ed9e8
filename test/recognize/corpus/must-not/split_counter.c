// The first iteration knows its counter, at -O3. All products are of one element each.
// expect: 0
void split(int n, double *a, const double *b) {
  for (int i = 0; i < n; i++) {
    for (int k = i; k < n; k++) {
      double s = a[i * n + k];
      for (int j = 0; j < i; j++)
        s -= a[k * n + j] * b[k * n + j];
      a[i * n + k] = s;
    }
    for (int k = i + 1; k < n; k++) {
      double s = a[k * n + i];
      for (int j = 0; j < i; j++)
        s -= a[k * n + j] * b[k * n + j];
      a[k * n + i] = s / a[i * n + i];
    }
  }
}
