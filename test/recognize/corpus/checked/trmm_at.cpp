// Sums that end at the row.
// expect: 1
#include <cstddef>
#include <vector>
void trmm(std::size_t m, std::size_t n, const std::vector<double> &l, const std::vector<double> &b,
          std::vector<double> &c) {
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t j = 0; j < n; j++) {
      double sum = 0;
      for (std::size_t p = 0; p <= i; p++)
        sum += l.at(i * m + p) * b.at(p * n + j);
      c.at(i * n + j) = sum;
    }
}
