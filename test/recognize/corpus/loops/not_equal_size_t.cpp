// Bounds with != and size_t.
// expect: 1
#include <cstddef>
void gemm(std::size_t m, std::size_t n, std::size_t p, const double *a,
          const double *b, double *c) {
  for (std::size_t i = 0; i != m; ++i)
    for (std::size_t j = 0; j != n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k != p; ++k)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
