// The rows below a diagonal block are updated from the columns left of it.
// expect: 1
void update(int n, int j0, int j1, double *a) {
  for (int i = j1; i < n; i++)
    for (int j = j0; j < j1; j++)
      for (int k = 0; k < j0; k++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
}
