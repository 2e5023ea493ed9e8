// std::complex, without the recovery from NaN.
// expect: 1
// flags: -fcx-limited-range
#include <complex>
void gemm(long n, const std::complex<double> *__restrict a, const std::complex<double> *__restrict b,
          std::complex<double> *__restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      std::complex<double> sum = 0;
      for (long k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
