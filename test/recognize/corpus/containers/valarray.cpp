// std::valarray.
// expect: 1
#include <valarray>
void gemm(size_t n, const std::valarray<double> &a,
          const std::valarray<double> &b, std::valarray<double> &c) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
