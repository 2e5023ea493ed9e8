// The triangle behind each column is updated; throws where a root is imaginary.
// expect: 1
#include <cmath>
#include <stdexcept>
void cholesky(double *a, long n) {
  for (long k = 0; k < n; k++) {
    if (!(a[k * n + k] > 0))
      throw std::domain_error("not positive definite");
    double d = std::sqrt(a[k * n + k]);
    a[k * n + k] = d;
    for (long i = k + 1; i < n; i++)
      a[i * n + k] /= d;
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j <= i; j++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}
