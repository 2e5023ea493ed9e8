// A symmetric operand from the right, of which the lower triangle is stored: what is
// before the diagonal and what is behind it are two products.
// expect: 2
void symm(int m, int n, double alpha, double beta, const double *a, int lda,
          const double *b, int ldb, double *restrict c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      c[i * ldc + j] = beta * c[i * ldc + j] + alpha * b[i * ldb + j] * a[j * lda + j];
      for (int k = 0; k < j; k++)
        c[i * ldc + j] += alpha * b[i * ldb + k] * a[j * lda + k];
      for (int k = j + 1; k < n; k++)
        c[i * ldc + j] += alpha * b[i * ldb + k] * a[k * lda + j];
    }
}
