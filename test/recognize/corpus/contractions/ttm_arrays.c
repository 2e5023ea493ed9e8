// A tensor of four dimensions times a matrix in each mode: arrays of run-time sizes.
// expect: 4
void first(int n, int m, const double x[n][n][n][n], const double u[m][n],
           double y[restrict m][n][n][n]) {
  for (int r = 0; r < m; r++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
          double sum = 0;
          for (int i = 0; i < n; i++)
            sum += x[i][j][k][l] * u[r][i];
          y[r][j][k][l] = sum;
        }
}
void second(int n, int m, const double x[n][n][n][n], const double u[m][n],
            double y[restrict n][m][n][n]) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < m; r++)
      for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
          double sum = 0;
          for (int j = 0; j < n; j++)
            sum += x[i][j][k][l] * u[r][j];
          y[i][r][k][l] = sum;
        }
}
void third(int n, int m, const double x[n][n][n][n], const double u[m][n],
           double y[restrict n][n][m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int r = 0; r < m; r++)
        for (int l = 0; l < n; l++) {
          double sum = 0;
          for (int k = 0; k < n; k++)
            sum += x[i][j][k][l] * u[r][k];
          y[i][j][r][l] = sum;
        }
}
void fourth(int n, int m, const double x[n][n][n][n], const double u[m][n],
            double y[restrict n][n][n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        for (int r = 0; r < m; r++) {
          double sum = 0;
          for (int l = 0; l < n; l++)
            sum += x[i][j][k][l] * u[r][l];
          y[i][j][k][r] = sum;
        }
}
