// std::vector::at throws.
// expect: 1
#include <vector>
void gemm(std::size_t m, std::size_t n, std::size_t p,
          const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c) {
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t j = 0; j < n; j++) {
      float sum = 0;
      for (std::size_t k = 0; k < p; k++)
        sum += a.at(i * p + k) * b.at(k * n + j);
      c.at(i * n + j) = sum;
    }
}
