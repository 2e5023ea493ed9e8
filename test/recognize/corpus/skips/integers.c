// Integers: a skipped step adds nothing, but reads nothing either.
// expect: 1
void multiply(int m, int n, int k, const int *a, const int *b, int *restrict c) {
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      if (a[i * k + l])
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * k + l] * b[l * n + j];
}
