// Two matrices of a matrix product state are merged, and an environment is updated.
// expect: 3
void merge(int l, int d, int m, int r, const double *a, const double *b, double *t) {
  for (int i = 0; i < l; i++)
    for (int s = 0; s < d; s++)
      for (int u = 0; u < d; u++)
        for (int j = 0; j < r; j++) {
          double sum = 0;
          for (int k = 0; k < m; k++)
            sum += a[(i * d + s) * m + k] * b[(k * d + u) * r + j];
          t[((i * d + s) * d + u) * r + j] = sum;
        }
}
void environment(int l, int d, int r, const double *e, const double *a, double *t,
                 double *f) {
  for (int i = 0; i < l; i++)
    for (int s = 0; s < d; s++)
      for (int j = 0; j < r; j++) {
        double sum = 0;
        for (int k = 0; k < l; k++)
          sum += e[i * l + k] * a[(k * d + s) * r + j];
        t[(i * d + s) * r + j] = sum;
      }
  for (int j = 0; j < r; j++)
    for (int k = 0; k < r; k++) {
      double sum = 0;
      for (int i = 0; i < l; i++)
        for (int s = 0; s < d; s++)
          sum += a[(i * d + s) * r + j] * t[(i * d + s) * r + k];
      f[j * r + k] = sum;
    }
}
