// The reference BLAS from Fortran: indices from 1, scalars by reference.
// expect: 4
int gemm(const int *ta, const int *tb, const int *m, const int *n, const int *k,
         const double *alpha, const double *a, const int *lda, const double *b,
         const int *ldb, const double *beta, double *c, const int *ldc) {
  int a1 = *lda, b1 = *ldb, c1 = *ldc, i, j, l;
  double t;
  a -= 1 + a1;
  b -= 1 + b1;
  c -= 1 + c1;
  if (*m == 0 || *n == 0 || ((*alpha == 0 || *k == 0) && *beta == 1))
    return 0;
  if (!*tb) {
    if (!*ta) {
      for (j = 1; j <= *n; ++j) {
        if (*beta == 0)
          for (i = 1; i <= *m; ++i)
            c[i + j * c1] = 0;
        else if (*beta != 1)
          for (i = 1; i <= *m; ++i)
            c[i + j * c1] = *beta * c[i + j * c1];
        for (l = 1; l <= *k; ++l) {
          t = *alpha * b[l + j * b1];
          for (i = 1; i <= *m; ++i)
            c[i + j * c1] += t * a[i + l * a1];
        }
      }
    } else {
      for (j = 1; j <= *n; ++j)
        for (i = 1; i <= *m; ++i) {
          t = 0;
          for (l = 1; l <= *k; ++l)
            t += a[l + i * a1] * b[l + j * b1];
          if (*beta == 0)
            c[i + j * c1] = *alpha * t;
          else
            c[i + j * c1] = *alpha * t + *beta * c[i + j * c1];
        }
    }
  } else {
    if (!*ta) {
      for (j = 1; j <= *n; ++j) {
        if (*beta == 0)
          for (i = 1; i <= *m; ++i)
            c[i + j * c1] = 0;
        else if (*beta != 1)
          for (i = 1; i <= *m; ++i)
            c[i + j * c1] = *beta * c[i + j * c1];
        for (l = 1; l <= *k; ++l) {
          t = *alpha * b[j + l * b1];
          for (i = 1; i <= *m; ++i)
            c[i + j * c1] += t * a[i + l * a1];
        }
      }
    } else {
      for (j = 1; j <= *n; ++j)
        for (i = 1; i <= *m; ++i) {
          t = 0;
          for (l = 1; l <= *k; ++l)
            t += a[l + i * a1] * b[j + l * b1];
          if (*beta == 0)
            c[i + j * c1] = *alpha * t;
          else
            c[i + j * c1] = *alpha * t + *beta * c[i + j * c1];
        }
    }
  }
  return 0;
}
