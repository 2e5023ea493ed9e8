// A lower triangle times B, out of place, and a solve with it in place.
// expect: 2
// flags: -fcx-limited-range
#include <complex>
using Element = std::complex<double>;
void trmm(int n, int m, const Element *__restrict a, const Element *__restrict b, Element *__restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      Element sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * n + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}
void trsm(int n, int m, const Element *a, Element *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      Element sum = b[i * m + j];
      for (int k = 0; k < i; k++)
        sum -= a[i * n + k] * b[k * m + j];
      b[i * m + j] = sum / a[i * n + i];
    }
}
