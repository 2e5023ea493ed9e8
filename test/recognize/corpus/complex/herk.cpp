// The lower half of A·A^H, scaled, and added to what is there.
// expect: 1
#include <complex>
using Element = std::complex<double>;
void herk(int n, int k, double alpha, double beta, const Element *__restrict a, Element *__restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      Element sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * std::conj(a[j * k + l]);
      c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
}
