// Row pointers that are restrict at both levels.
// expect: 1
typedef float *restrict row;
void gemm(int n, const row *restrict a, const row *restrict b,
          const row *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}
