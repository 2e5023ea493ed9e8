// The first mode of a tensor of tables of tables, times a matrix.
// expect: 1
void ttm(double ***x, double **u, double ***y, int p, int q, int s, int r) {
  for (int a = 0; a < r; a++)
    for (int j = 0; j < q; j++)
      for (int k = 0; k < s; k++)
        for (int i = 0; i < p; i++)
          y[a][j][k] += x[i][j][k] * u[a][i];
}
