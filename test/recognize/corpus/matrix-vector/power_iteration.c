// Until the vector stays.
// expect: 1
#include <math.h>
void iterate(int n, const double *restrict a, double *restrict x,
             double *restrict y, double tolerance) {
  double change;
  do {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * x[k];
      y[i] = sum;
    }
    double norm = 0;
    for (int i = 0; i < n; i++)
      norm = fmax(norm, fabs(y[i]));
    change = 0;
    for (int i = 0; i < n; i++) {
      change = fmax(change, fabs(y[i] / norm - x[i]));
      x[i] = y[i] / norm;
    }
  } while (change > tolerance);
}
