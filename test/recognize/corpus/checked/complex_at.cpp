// Complex numbers by at(): their products recover from NaN.
// expect: 1
#include <complex>
#include <vector>
template <typename R>
static void product(const std::vector<std::complex<R>> &a,
                    const std::vector<std::complex<R>> &b,
                    std::vector<std::complex<R>> &c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      std::complex<R> sum = 0;
      for (int p = 0; p < k; p++)
        sum += a.at(i * k + p) * b.at(p * n + j);
      c.at(i * n + j) = sum;
    }
}
void cgemm(const std::vector<std::complex<float>> &a,
           const std::vector<std::complex<float>> &b,
           std::vector<std::complex<float>> &c, int m, int n, int k) {
  product(a, b, c, m, n, k);
}
void zgemm(const std::vector<std::complex<double>> &a,
           const std::vector<std::complex<double>> &b,
           std::vector<std::complex<double>> &c, int m, int n, int k) {
  product(a, b, c, m, n, k);
}
