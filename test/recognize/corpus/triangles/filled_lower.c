// The lower triangle is filled with zeros column by column, numbered by int.
// expect: 1
void syrk(int n, int k, double alpha, const double *restrict a, int lda,
          double *restrict c, int ldc) {
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++)
      c[i + j * ldc] = 0;
    for (int l = 0; l < k; l++) {
      double t = alpha * a[j + l * lda];
      for (int i = j; i < n; i++)
        c[i + j * ldc] += t * a[i + l * lda];
    }
  }
}
