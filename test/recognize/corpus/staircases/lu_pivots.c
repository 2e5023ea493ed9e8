// LU with partial pivoting, one step of k at a time: which rows change places is
// known only once the column is up to date, and then all columns do.
// expect: 1
#include <math.h>
void lu(int n, double *a, long lda, int *pivot) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * lda + k]) > fabs(a[p * lda + k]))
        p = i;
    pivot[k] = p;
    for (int j = 0; j < n; j++) {
      double t = a[k * lda + j];
      a[k * lda + j] = a[p * lda + j];
      a[p * lda + j] = t;
    }
    for (int i = k + 1; i < n; i++) {
      a[i * lda + k] /= a[k * lda + k];
      for (int j = k + 1; j < n; j++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
    }
  }
}
