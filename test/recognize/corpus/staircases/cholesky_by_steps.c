// Cholesky by columns, as LAPACK stores them: step by step of all earlier ones.
// expect: 1
#include <math.h>
void factorize(long n, double *a, long lda) {
  for (long j = 0; j < n; j++) {
    for (long k = 0; k < j; k++)
      for (long i = j; i < n; i++)
        a[i + j * lda] -= a[i + k * lda] * a[j + k * lda];
    a[j + j * lda] = sqrt(a[j + j * lda]);
    for (long i = j + 1; i < n; i++)
      a[i + j * lda] /= a[j + j * lda];
  }
}
