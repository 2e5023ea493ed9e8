// Range-for over std::views::iota.
// expect: 1
// flags: -std=c++20
#include <ranges>
#include <vector>
void gemm(int n, const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c) {
  for (int i : std::views::iota(0, n))
    for (int j : std::views::iota(0, n)) {
      float sum = 0;
      for (int k : std::views::iota(0, n))
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
