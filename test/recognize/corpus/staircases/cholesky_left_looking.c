// Cholesky by columns: the root stays in a register for the column.
// expect: 1
#include <math.h>
void factorize(int n, double *a) {
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s;
    }
    double root = sqrt(a[j * n + j]);
    a[j * n + j] = root;
    for (int i = j + 1; i < n; i++)
      a[i * n + j] /= root;
  }
}
