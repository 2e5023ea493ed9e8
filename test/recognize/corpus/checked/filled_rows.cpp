// Rows of hardened vectors, filled to their own ends or cleared by a loop.
// flags: -D_GLIBCXX_ASSERTIONS
// expect: 3
#include <algorithm>
#include <vector>

using matrix = std::vector<std::vector<double>>;

void to_the_end(const matrix &a, const matrix &b, matrix &c, std::size_t m, std::size_t n, std::size_t l) {
  for (std::size_t i = 0; i < m; i++) {
    std::fill(c[i].begin(), c[i].end(), 0.0);
    for (std::size_t k = 0; k < l; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

void as_long_as_rows(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < c.size(); i++) {
    std::fill(c[i].begin(), c[i].end(), 0.0);
    for (std::size_t k = 0; k < b.size(); k++)
      for (std::size_t j = 0; j < c[i].size(); j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

void scaled(const std::vector<double> &a, const std::vector<double> &b, std::vector<double> &c, std::size_t m,
            std::size_t n, std::size_t l, double beta) {
  for (std::size_t i = 0; i < m; i++) {
    for (std::size_t j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (std::size_t k = 0; k < l; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}
