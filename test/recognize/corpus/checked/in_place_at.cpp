// The index of the result does not change in the inner loop.
// expect: 1
#include <cstddef>
#include <vector>
void gemm(std::size_t m, std::size_t n, std::size_t p, const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c) {
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t j = 0; j < n; j++)
      for (std::size_t k = 0; k < p; k++)
        c.at(i * n + j) += a.at(i * p + k) * b.at(k * n + j);
}
