// Kernels of a support vector machine: exp and pow of a product.
// expect: 2
#include <math.h>
void radial(int m, int n, int d, const double *x, const double *z, double gamma,
            double *K) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int p = 0; p < d; p++)
        s += x[i * d + p] * z[j * d + p];
      K[i * n + j] = exp(-gamma * (2 - 2 * s));
    }
}
void polynomial(int m, int n, int d, const double *x, const double *z,
                double degree, double *K) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      K[i * n + j] = 0;
      for (int p = 0; p < d; p++)
        K[i * n + j] += x[i * d + p] * z[j * d + p];
      K[i * n + j] = pow(K[i * n + j] + 1, degree);
    }
}
