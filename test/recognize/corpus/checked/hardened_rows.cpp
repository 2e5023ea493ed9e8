// operator[] of vectors of vectors, with its assertions.
// expect: 1
// flags: -D_GLIBCXX_ASSERTIONS
#include <vector>
using Matrix = std::vector<std::vector<float>>;
void gemm(const Matrix &a, const Matrix &b, Matrix &c, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++) {
      float sum = c[i][j];
      for (std::size_t k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
