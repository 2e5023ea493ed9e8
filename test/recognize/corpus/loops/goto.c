// Loops made of goto.
// expect: 1
void gemm(int n, const double *a, const double *b, double *c) {
  int i = 0, j, k;
rows:
  j = 0;
columns:
  k = 0;
sum:
  c[i * n + j] += a[i * n + k] * b[k * n + j];
  if (++k < n)
    goto sum;
  if (++j < n)
    goto columns;
  if (++i < n)
    goto rows;
}
