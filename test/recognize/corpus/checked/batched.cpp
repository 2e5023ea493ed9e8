// Products of a batch, each access checked.
// expect: 1
#include <vector>
void gemm(std::size_t batch, std::size_t n, const std::vector<float> &a,
          const std::vector<float> &b, std::vector<float> &c) {
  for (std::size_t x = 0; x < batch; x++)
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < n; j++)
        for (std::size_t k = 0; k < n; k++)
          c.at((x * n + i) * n + j) +=
              a.at((x * n + i) * n + k) * b.at((x * n + k) * n + j);
}
