/* Included by loops.c for each element type T. */

void NAME(heat)(int steps, int n, T w, const T *x, T *y) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        y[i * n + j] += w * (x[i * n + j - 1] + x[i * n + j + 1] +
                             x[(i - 1) * n + j] + x[(i + 1) * n + j]);
}

void NAME(heat_3d)(int n, T a[n][n][n], T b[n][n][n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] +
                     a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1] -
                     6 * a[i][j][k];
}

void NAME(transpose)(int n, const T *a, T *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        b[(k * n + j) * n + i] = a[(i * n + j) * n + k];
}

void NAME(sum_planes)(int n, const T *a, T *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      T sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[(i * n + j) * n + k];
      b[i * n + j] = sum;
    }
}

void NAME(triangle)(int n, const T *a, T *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        b[i * n + j] -= a[i * n + k] * a[j * n + k];
      b[i * n + j] /= a[j * n + j];
    }
}

void NAME(convolve)(int m, int n, int p, const T *x, const T *w, T *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        y[i * n + j] += x[i * (n + p) + j + k] * w[k];
}

void NAME(convolve_2d)(int h, int w, const T *x, const T *f, T *y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      T sum = 0;
      for (int r = 0; r < 5; r++)
        for (int s = 0; s < 5; s++)
          sum += x[(i + r) * (w + 4) + j + s] * f[r * 5 + s];
      y[i * w + j] = sum;
    }
}

void NAME(pool)(int n, int m, const T *x, T *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      T best = x[2 * i * 2 * m + 2 * j];
      for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++) {
          T v = x[(2 * i + r) * 2 * m + 2 * j + s];
          best = v > best ? v : best;
        }
      y[i * m + j] = best;
    }
}

void NAME(shortest)(int n, T *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}

void NAME(histogram)(int n, int bins, const unsigned char *image, T *h) {
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        h[c * bins + image[(i * n + j) * 3 + c] % bins] += 1;
}

void NAME(normalize)(int b, int n, int m, T eps, T *x) {
  for (int t = 0; t < b; t++)
    for (int i = 0; i < n; i++) {
      T sum = eps;
      for (int j = 0; j < m; j++)
        sum += x[(t * n + i) * m + j] * x[(t * n + i) * m + j];
      for (int j = 0; j < m; j++)
        x[(t * n + i) * m + j] /= sum;
    }
}

void NAME(vectors)(int count, int m, int n, const T *a, const T *x, T *y) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < m; i++) {
      T sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[(t * m + i) * n + j] * x[t * n + j];
      y[t * m + i] = sum;
    }
}

void NAME(sparse)(int m, int n, const int *start, const int *col,
                  const T *value, const T *b, T *c) {
  for (int i = 0; i < m; i++)
    for (int e = start[i]; e < start[i + 1]; e++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += value[e] * b[col[e] * n + j];
}

void NAME(scan)(int n, int m, int p, const T *a, T *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      T sum = 0;
      for (int k = 0; k < p; k++) {
        sum += a[(i * m + j) * p + k];
        b[(i * m + j) * p + k] = sum;
      }
    }
}

void NAME(bubble)(int batches, int n, T *x) {
  for (int b = 0; b < batches; b++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j + 1 < n - i; j++)
        if (x[b * n + j] > x[b * n + j + 1]) {
          T t = x[b * n + j];
          x[b * n + j] = x[b * n + j + 1];
          x[b * n + j + 1] = t;
        }
}

void NAME(eliminate)(int n, T *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}
