// Columns in turn, in memory; the root is in a variable.
// expect: 1
#include <cmath>
void cholesky(double *a, int n) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    double d = std::sqrt(a[j * n + j]);
    for (int i = j; i < n; i++)
      a[i * n + j] /= d;
  }
}
