// LU of a column-major matrix, right-looking.
// expect: 1
void lu(int n, double *a, long lda) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i + k * lda] /= a[k + k * lda];
    for (int j = k + 1; j < n; j++)
      for (int i = k + 1; i < n; i++)
        a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
  }
}
