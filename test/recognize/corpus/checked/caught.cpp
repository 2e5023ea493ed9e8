// The exception is caught where the product is.
// expect: 1
#include <stdexcept>
#include <vector>
bool gemm(std::size_t n, const std::vector<float> &a,
          const std::vector<float> &b, std::vector<float> &c) {
  try {
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < n; j++) {
        float sum = 0;
        for (std::size_t k = 0; k < n; k++)
          sum += a.at(i * n + k) * b.at(k * n + j);
        c.at(i * n + j) = sum;
      }
  } catch (const std::out_of_range &) {
    return false;
  }
  return true;
}
