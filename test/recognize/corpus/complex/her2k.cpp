// HER2K on the lower triangle: each step adds two products of complex numbers.
// expect: 1
#include <complex>
typedef std::complex<double> Complex;
void her2k(int n, int k, Complex alpha, const Complex *__restrict a, const Complex *__restrict b,
           Complex *__restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      Complex s = c[i * n + j];
      for (int l = 0; l < k; l++) {
        s += alpha * a[i * k + l] * std::conj(b[j * k + l]);
        s += std::conj(alpha) * b[i * k + l] * std::conj(a[j * k + l]);
      }
      c[i * n + j] = s;
    }
}
