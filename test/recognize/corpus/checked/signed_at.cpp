// at() with a signed index, as gsl::at.
// expect: 1
#include <exception>
#include <vector>
template <typename V> static auto &at(V &v, std::ptrdiff_t i) {
  if (i < 0 || i >= std::ptrdiff_t(v.size()))
    std::terminate();
  return v[std::size_t(i)];
}
void gemm(const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++)
        sum += at(a, i * k + p) * at(b, p * n + j);
      at(c, i * n + j) = sum;
    }
}
