// A product of quadrants of three arrays.
// expect: 1
void quadrant(int n, const double *a, const double *b, double *c) {
  int h = n / 2;
  for (int i = 0; i < h; i++)
    for (int j = h; j < n; j++)
      for (int k = h; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
