// Row by row, with sums in registers.
// expect: 1
#include <math.h>
void cholesky(int n, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
    double s = a[i * n + i];
    for (int k = 0; k < i; k++)
      s -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(s);
  }
}
