// Solves and factorizations whose products and quotients recover from NaN, as C's do
// by default: LU, a factor of a Hermitian matrix, forward substitution, TRMM in place.
// expect: 4
#include <complex.h>
typedef double _Complex T;
void lu(int n, T *a, long lda) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * lda + k] /= a[k * lda + k];
      for (int j = k + 1; j < n; j++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
    }
}
void factor(int n, T *a, long lda) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * lda + j] -= a[i * lda + k] * conj(a[j * lda + k]);
      a[i * lda + j] /= a[j * lda + j];
    }
}
void solve(int n, int p, const T *a, long lda, T *x, long ldx) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p; j++) {
      T sum = x[i * ldx + j];
      for (int k = 0; k < i; k++)
        sum -= a[i * lda + k] * x[k * ldx + j];
      x[i * ldx + j] = sum / a[i * lda + i];
    }
}
void multiply(int n, int p, T alpha, const T *a, long lda, T *x, long ldx) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p; j++) {
      for (int k = i + 1; k < n; k++)
        x[i * ldx + j] += a[i * lda + k] * x[k * ldx + j];
      x[i * ldx + j] = alpha * x[i * ldx + j];
    }
}
