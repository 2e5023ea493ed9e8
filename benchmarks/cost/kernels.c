/* Eight products that share no macro-kernel: float and double, A and B as they
 * are or transposed. For benchmarks/compile-time. */

#define PRODUCT(NAME, T, A, B)                                                 \
  void NAME(long m, long n, long p, const T *a, long lda, const T *b,          \
            long ldb, T *c, long ldc) {                                        \
    for (long i = 0; i < m; i++)                                               \
      for (long j = 0; j < n; j++)                                             \
        for (long k = 0; k < p; k++)                                           \
          c[i * ldc + j] += a[A] * b[B];                                       \
  }

PRODUCT(nn_f, float, i * lda + k, k * ldb + j)
PRODUCT(nt_f, float, i * lda + k, j * ldb + k)
PRODUCT(tn_f, float, k * lda + i, k * ldb + j)
PRODUCT(tt_f, float, k * lda + i, j * ldb + k)
PRODUCT(nn_d, double, i * lda + k, k * ldb + j)
PRODUCT(nt_d, double, i * lda + k, j * ldb + k)
PRODUCT(tn_d, double, k * lda + i, k * ldb + j)
PRODUCT(tt_d, double, k * lda + i, j * ldb + k)
