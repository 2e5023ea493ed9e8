// Of float, std::complex is moved as a vector of two.
// expect: 1
// flags: -fcx-limited-range
#include <complex>
void gemm(int n, const std::complex<float> &alpha, const std::complex<float> *a, const std::complex<float> *b,
          std::complex<float> *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      const std::complex<float> t = alpha * a[i * n + k];
      for (int j = 0; j < n; j++)
        c[i * n + j] += t * b[k * n + j];
    }
}
