// Right-looking Cholesky of one array, with sizes and indices of int.
// expect: 1
#include <math.h>
void cholesky(int n, double *a) {
  for (int k = 0; k < n; k++) {
    a[k * n + k] = sqrt(a[k * n + k]);
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}
