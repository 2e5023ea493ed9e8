// Over the elements of a vector.
// expect: 1
#include <cstddef>
#include <vector>
void multiply(const std::vector<float> &a, const std::vector<float> &b,
              std::vector<float> &c, std::size_t n, std::size_t l) {
  for (std::size_t t = 0; t < c.size(); ++t) {
    const std::size_t row = t / n, column = t % n;
    float sum = 0;
    for (std::size_t k = 0; k < l; ++k)
      sum += a[row * l + k] * b[k * n + column];
    c[t] = sum;
  }
}
