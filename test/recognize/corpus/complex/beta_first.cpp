// C is scaled before the sums start from it.
// expect: 1
#include <complex>
void gemm(int n, std::complex<double> beta, const std::complex<double> *__restrict a,
          const std::complex<double> *__restrict b, std::complex<double> *__restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}
