// at() throws when an index is out of range, after what was written so far.
// expect: 1
#include <vector>
void gemm(std::size_t n, const std::vector<float> &a,
          const std::vector<float> &b, std::vector<float> &c) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      for (std::size_t k = 0; k < n; k++)
        c.at(i * n + j) += a.at(i * n + k) * b.at(k * n + j);
}
