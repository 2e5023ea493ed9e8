// std::span over flat memory.
// expect: 1
// flags: -std=c++20
#include <span>
void gemm(size_t n, std::span<const float> a, std::span<const float> b,
          std::span<float> c) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
