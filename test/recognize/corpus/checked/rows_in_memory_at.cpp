// Rows of C are looked up in the innermost loop.
// expect: 1
#include <vector>
using Matrix = std::vector<std::vector<double>>;
void gemm(const Matrix &a, const Matrix &b, Matrix &c, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t k = 0; k < n; k++)
      for (std::size_t j = 0; j < n; j++)
        c.at(i).at(j) += a.at(i).at(k) * b.at(k).at(j);
}
