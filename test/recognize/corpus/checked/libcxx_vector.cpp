// libc++ with its extensive checks.
// expect: 2
// flags: -stdlib=libc++ -std=c++20 -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_EXTENSIVE
#include <span>
#include <vector>
void gemm(const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++) {
      float sum = 0;
      for (std::size_t k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
void gemm_spans(std::span<const float> a, std::span<const float> b,
                std::span<float> c, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      for (std::size_t k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
