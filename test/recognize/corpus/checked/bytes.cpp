// Bytes to integers, hardened.
// expect: 1
// flags: -D_GLIBCXX_ASSERTIONS
#include <cstdint>
#include <vector>
void gemm(std::size_t m, std::size_t n, std::size_t p,
          const std::vector<std::int8_t> &a, const std::vector<std::int8_t> &b,
          std::vector<std::int32_t> &c) {
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t j = 0; j < n; j++) {
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
