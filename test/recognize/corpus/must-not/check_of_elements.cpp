// An element that is no number ends the program, after what was written so far.
// expect: 0
#include <cmath>
#include <cstdlib>
#include <vector>
void gemm(std::size_t n, const std::vector<float> &a,
          const std::vector<float> &b, std::vector<float> &c) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      for (std::size_t k = 0; k < n; k++) {
        if (std::isnan(a[i * n + k]))
          std::abort();
        c[i * n + j] += a[i * n + k] * b[k * n + j];
      }
}
