// A matrix to the power of four.
// expect: 2
enum { N = 100 };
void fourth_power(double a[N][N], double t[N][N], double c[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * a[k][j];
      t[i][j] = sum;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += t[i][k] * t[k][j];
      c[i][j] = sum;
    }
}
