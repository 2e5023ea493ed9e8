// Cholesky's factorization of a Hermitian matrix, whose diagonal is real.
// expect: 1
// flags: -fno-math-errno
#include <cmath>
#include <complex>
typedef std::complex<double> Complex;
void factorize(int n, Complex *a) {
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      Complex s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * std::conj(a[j * n + k]);
      a[i * n + j] = s;
    }
    const double d = std::sqrt(a[j * n + j].real());
    a[j * n + j] = d;
    for (int i = j + 1; i < n; i++)
      a[i * n + j] /= d;
  }
}
