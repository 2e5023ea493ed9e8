// Cholesky row by row, in one nest that asks whether it is on the diagonal.
// expect: 3
#include <math.h>
void factorize(const double *A, int n, double *L) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (i + 1); j++) {
      double s = 0;
      for (int k = 0; k < j; k++)
        s += L[i * n + k] * L[j * n + k];
      L[i * n + j] = (i == j) ? sqrt(A[i * n + i] - s)
                              : (1.0 / L[j * n + j] * (A[i * n + j] - s));
    }
}
void factorize_with_branches(const double *A, int n, double *L) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < j; k++)
        s += L[i * n + k] * L[j * n + k];
      if (i == j)
        L[i * n + j] = sqrt(A[i * n + i] - s);
      else
        L[i * n + j] = (A[i * n + j] - s) / L[j * n + j];
    }
}
void factorize_in_place(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      if (i == j)
        a[i * n + i] = sqrt(s);
      else
        a[i * n + j] = s / a[j * n + j];
    }
}
