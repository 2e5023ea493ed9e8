// A symmetric operand: below the diagonal from the triangle that is stored, behind it
// from the other side of it.
// expect: 2
void symm(int n, int p, const float a[n][n], const float b[n][p], float c[n][p]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p; j++) {
      float sum = 0;
      for (int k = 0; k < i; k++)
        sum += a[i][k] * b[k][j];
      for (int k = i; k < n; k++)
        sum += a[k][i] * b[k][j];
      c[i][j] = sum;
    }
}
