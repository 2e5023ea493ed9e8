// std::span with assertions.
// expect: 1
// flags: -std=c++20 -D_GLIBCXX_ASSERTIONS
#include <span>
void gemm(std::size_t m, std::size_t n, std::size_t p, std::span<const float> a,
          std::span<const float> b, std::span<float> c) {
  for (std::size_t i = 0; i < m; i++)
    for (std::size_t k = 0; k < p; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
