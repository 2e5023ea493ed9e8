// A full trailing update A22 -= L21 L21^T.
// expect: 1
void update(int n, int k0, int k1, double *a) {
  for (int i = k1; i < n; i++)
    for (int j = k1; j < n; j++) {
      double sum = a[i * n + j];
      for (int k = k0; k < k1; k++)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum;
    }
}
