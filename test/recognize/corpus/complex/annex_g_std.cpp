// std::complex as it is: its product is C's. A sum is stored as one vector.
// expect: 1
#include <complex>
#include <vector>
using Matrix = std::vector<std::complex<float>>;
void gemm(long n, const Matrix &a, const Matrix &b, Matrix &c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      std::complex<float> sum = 0;
      for (long k = 0; k < n; k++)
        sum += a[i * n + k] * b[j * n + k];
      c[i * n + j] = sum;
    }
}
