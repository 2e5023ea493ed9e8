// Cholesky's factorization with an update of the trailing triangle.
// expect: 1
#include <math.h>
void cholesky(int n, double *a, long lda) {
  for (int k = 0; k < n; k++) {
    a[k * lda + k] = sqrt(a[k * lda + k]);
    for (int i = k + 1; i < n; i++)
      a[i * lda + k] /= a[k * lda + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j <= i; j++)
        a[i * lda + j] -= a[i * lda + k] * a[j * lda + k];
  }
}
