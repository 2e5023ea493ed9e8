// std::complex times a real matrix, with arrays that may overlap.
// expect: 1
#include <complex>
void gemm(int m, int n, int p, const std::complex<float> *a, const float *b, std::complex<float> *c) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
