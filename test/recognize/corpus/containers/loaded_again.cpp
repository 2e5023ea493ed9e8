// Vectors that a store might change, as far as LLVM knows: where they begin is loaded in each loop.
// flags: -fno-strict-aliasing
// expect: 3
#include <algorithm>
#include <vector>

using vector = std::vector<double>;

void cleared(const vector &a, const vector &b, vector &c, std::size_t m, std::size_t n, std::size_t l) {
  for (std::size_t i = 0; i < m; i++) {
    for (std::size_t j = 0; j < n; j++)
      c[i * n + j] = 0;
    for (std::size_t k = 0; k < l; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}

void scaled(const vector &a, const vector &b, vector &c, std::size_t m, std::size_t n, std::size_t l, double beta) {
  for (std::size_t i = 0; i < m; i++) {
    for (std::size_t j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (std::size_t k = 0; k < l; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}

void cleared_first(const vector &a, const vector &b, vector &c, std::size_t m, std::size_t n, std::size_t l) {
  std::fill(c.begin(), c.end(), 0.0);
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t k = 0; k < l; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
}
