// LU, one column after the other (jki).
// expect: 1
void lu(int n, double *a, long lda) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = k + 1; i < n; i++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
    for (int i = j + 1; i < n; i++)
      a[i * lda + j] /= a[j * lda + j];
  }
}
