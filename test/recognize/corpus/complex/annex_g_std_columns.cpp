// By columns, and added to what is there.
// expect: 1
#include <complex>
void gemm(int m, int n, int k, const std::complex<double> *__restrict a, int lda,
          const std::complex<double> *__restrict b, int ldb, std::complex<double> *__restrict c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int l = 0; l < k; l++)
      for (int i = 0; i < m; i++)
        c[i + j * ldc] += a[i + l * lda] * std::conj(b[j + l * ldb]);
}
