// The same with three recoveries from NaN.
// expect: 1
#include <complex>
using Element = std::complex<float>;
void gemm(long m, long n, long k, Element alpha, const Element *a, long lda, const Element *b, long ldb,
          Element beta, Element *c, long ldc) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      Element sum = 0;
      for (long l = 0; l < k; l++)
        sum += a[i * lda + l] * b[l * ldb + j];
      c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
    }
}
