// A triangular solve that starts from another array, for many right-hand sides.
// expect: 1
void trisolv(int n, int r, double L[2000][2000], double x[2000][400],
             double b[2000][400]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < r; c++) {
      x[i][c] = b[i][c];
      for (int j = 0; j < i; j++)
        x[i][c] -= L[i][j] * x[j][c];
      x[i][c] = x[i][c] / L[i][i];
    }
}
