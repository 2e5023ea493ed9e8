// LU of a complex matrix, and the factor of a Hermitian one, with squares on the
// diagonal.
// expect: 2
// flags: -fcx-limited-range
#include <complex.h>
void lu(int n, double complex a[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}
void cholesky(int n, double complex a[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * conj(a[j][k]);
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * conj(a[i][k]);
    a[i][i] = 1 / a[i][i];
  }
}
