// The triangle behind each column is updated; throws where a root is imaginary.
// expect: 1
#include <cmath>
#include <cstddef>
#include <stdexcept>
void cholesky(double *a, std::size_t n) {
  for (std::size_t k = 0; k < n; k++) {
    if (!(a[k * n + k] > 0))
      throw std::domain_error("not positive definite");
    double d = std::sqrt(a[k * n + k]);
    a[k * n + k] = d;
    for (std::size_t i = k + 1; i < n; i++)
      a[i * n + k] /= d;
    for (std::size_t i = k + 1; i < n; i++)
      for (std::size_t j = k + 1; j <= i; j++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}
