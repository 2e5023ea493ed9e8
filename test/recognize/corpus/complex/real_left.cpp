// A real matrix times one of complex elements: the parts are columns.
// expect: 1
#include <complex>
void gemm(int n, const double *a, const std::complex<double> *b, std::complex<double> *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      std::complex<double> sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
