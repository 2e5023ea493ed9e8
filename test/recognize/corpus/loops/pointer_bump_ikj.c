// Pointers step through rows, loops i, k, j.
// expect: 1
void gemm(int m, int n, int p, const double *restrict a,
          const double *restrict b, double *restrict c) {
  for (int i = 0; i < m; i++) {
    const double *y = b;
    for (int k = 0; k < p; k++) {
      double x = *a++;
      for (int j = 0; j < n; j++)
        c[j] += x * *y++;
    }
    c += n;
  }
}
