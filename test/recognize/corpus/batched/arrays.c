// Three-dimensional arrays.
// expect: 1
void batched(int count, int m, int n, int p, float a[count][m][p],
             float b[count][p][n], float c[count][m][n]) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        c[t][i][j] = 0;
        for (int k = 0; k < p; k++)
          c[t][i][j] += a[t][i][k] * b[t][k][j];
      }
}
