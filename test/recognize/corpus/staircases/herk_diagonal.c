// A Hermitian update whose diagonal is made real before and in the loop over k: a
// register holds it from one step to the next.
// expect: 1
// flags: -fcx-limited-range -ffp-contract=off
#include <complex.h>
void herk(int n, int m, double alpha, const double complex *a, int lda, double beta,
          double complex *c, int ldc) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < j; i++)
      c[i + j * ldc] *= beta;
    c[j + j * ldc] = beta * creal(c[j + j * ldc]);
    for (int l = 0; l < m; l++) {
      double complex t = alpha * conj(a[j + l * lda]);
      for (int i = 0; i < j; i++)
        c[i + j * ldc] += t * a[i + l * lda];
      c[j + j * ldc] = creal(c[j + j * ldc]) + creal(t * a[j + l * lda]);
    }
  }
}
