// The index is a std::vector.
// expect: 1
#include <vector>
void gemm(std::size_t n, std::size_t p, const std::vector<std::size_t> &rows,
          const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c) {
  for (std::size_t i = 0; i < rows.size(); i++)
    for (std::size_t j = 0; j < n; j++) {
      float sum = 0;
      for (std::size_t k = 0; k < p; k++)
        sum += a[rows[i] * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
