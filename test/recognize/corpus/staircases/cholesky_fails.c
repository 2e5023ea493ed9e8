// Column by column, until a diagonal element is not positive.
// expect: 1
#include <math.h>
int cholesky(double *a, int n) {
  for (int j = 0; j < n; j++) {
    double s = a[j * n + j];
    for (int k = 0; k < j; k++)
      s -= a[j * n + k] * a[j * n + k];
    if (s <= 0)
      return -1;
    s = sqrt(s);
    a[j * n + j] = s;
    for (int i = j + 1; i < n; i++) {
      double t = a[i * n + j];
      for (int k = 0; k < j; k++)
        t -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = t / s;
    }
  }
  return 0;
}
