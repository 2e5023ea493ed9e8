// Vectors of vectors of libc++ with its extensive checks.
// expect: 1
// flags: -stdlib=libc++ -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_EXTENSIVE
#include <vector>
using Matrix = std::vector<std::vector<double>>;
void gemm(const Matrix &a, const Matrix &b, Matrix &c, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++) {
      double sum = 0;
      for (std::size_t k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
