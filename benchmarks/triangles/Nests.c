// Triangular products, solves and factorizations as plain loops, by columns as
// BLAS and LAPACK have them. Built with and without the plugin.

#define A_(I, J) a[(I) + (J) * lda]
#define B_(I, J) b[(I) + (J) * ldb]
#define C_(I, J) c[(I) + (J) * ldc]
#define FOR(V, LO, HI) for (long V = (LO); V < (HI); V++)

/// C += A A^T, lower triangle.
void syrk(long n, const double *a, long lda, double *c, long ldc) {
  FOR(j, 0, n) FOR(k, 0, n) FOR(i, j, n) C_(i, j) += A_(i, k) * A_(j, k);
}
/// C += A B^T + B A^T, lower triangle.
void syr2k(long n, const double *a, long lda, const double *b, long ldb,
           double *c, long ldc) {
  FOR(j, 0, n) FOR(i, j, n) FOR(k, 0, n) {
    C_(i, j) += A_(j, k) * B_(i, k);
    C_(i, j) += B_(j, k) * A_(i, k);
  }
}
/// C += A B, of the lower triangle of a symmetric A.
void symm(long n, const double *a, long lda, const double *b, long ldb,
          double *c, long ldc) {
  FOR(j, 0, n)
  FOR(i, 0, n) FOR(k, 0, n) C_(i, j) +=
      (k <= i ? A_(i, k) : A_(k, i)) * B_(k, j);
}
/// B = U B in place, with the reference BLAS's test for zero.
void trmm(long n, const double *a, long lda, double *b, long ldb) {
  FOR(j, 0, n) FOR(k, 0, n) if (B_(k, j) != 0) {
    const double t = B_(k, j);
    FOR(i, 0, k) B_(i, j) += t * A_(i, k);
    B_(k, j) = t * A_(k, k);
  }
}
/// L X = B in place, L with a unit diagonal.
void trsm(long n, const double *a, long lda, double *b, long ldb) {
  FOR(j, 0, n) FOR(k, 0, n) FOR(i, k + 1, n) B_(i, j) -= B_(k, j) * A_(i, k);
}
/// A = L L^T in place, lower triangle, by columns of the result.
void potrf(long n, double *a, long lda) {
  FOR(j, 0, n) {
    FOR(k, 0, j) FOR(i, j, n) A_(i, j) -= A_(i, k) * A_(j, k);
    A_(j, j) = __builtin_sqrt(A_(j, j));
    FOR(i, j + 1, n) A_(i, j) /= A_(j, j);
  }
}
/// A = L U in place without pivots.
void getrf(long n, double *a, long lda) {
  FOR(k, 0, n) {
    FOR(i, k + 1, n) A_(i, k) /= A_(k, k);
    FOR(j, k + 1, n) FOR(i, k + 1, n) A_(i, j) -= A_(i, k) * A_(k, j);
  }
}
