// The trailing update of a blocked LU, in one array.
// expect: 1
void update(int n, int k0, int k1, double *a) {
  for (int i = k1; i < n; i++)
    for (int j = k1; j < n; j++)
      for (int k = k0; k < k1; k++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
