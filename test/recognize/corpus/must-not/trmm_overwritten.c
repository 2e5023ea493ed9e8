// Half of an element's sum reads rows that are final, half those that are not.
// expect: 0
void seidel(int m, int n, const double *a, long lda, double *b, long ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        if (k != i)
          b[i * ldb + j] -= a[i * lda + k] * b[k * ldb + j];
}
