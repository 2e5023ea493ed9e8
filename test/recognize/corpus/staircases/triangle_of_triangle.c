// The lower triangle of a triangle's transpose times itself, and of the product
// of a strict triangle.
// expect: 2
void transposed(int n, const double *restrict l, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = i; k < n; k++)
        s += l[k * n + i] * l[k * n + j];
      c[i * n + j] = s;
    }
}
void strict(int n, const double *restrict l, const double *restrict b,
            double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < i; k++)
        c[i * n + j] += l[i * n + k] * b[j * n + k];
}
