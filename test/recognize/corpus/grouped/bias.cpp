// Starts from a bias; std::vector, doubles, and a group's sum that is rounded first.
// expect: 1
#include <cmath>
#include <cstdint>
#include <vector>
void multiply(std::size_t m, std::size_t n, std::size_t groups, const std::vector<int16_t> &a,
              const std::vector<int16_t> &b, const std::vector<double> &scale, const std::vector<double> &bias,
              std::vector<double> &c) {
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t j = 0; j < n; j++) {
      double sum = bias[j];
      for (std::size_t g = 0; g < groups; g++) {
        int64_t part = 0;
        for (std::size_t k = 0; k < 64; k++)
          part += static_cast<int64_t>(a[(i * groups + g) * 64 + k]) * b[(g * 64 + k) * n + j];
        sum += std::floor(part * scale[g]);
      }
      c[i * n + j] = sum;
    }
}
