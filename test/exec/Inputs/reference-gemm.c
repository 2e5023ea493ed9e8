/* The same as reference-gemm.F90, as translators from Fortran write it. */
#define T REAL
#define A(i, j) a[(i) - 1 + ((j) - 1) * lda]
#define B(i, j) b[(i) - 1 + ((j) - 1) * ldb]
#define C(i, j) c[(i) - 1 + ((j) - 1) * ldc]
int gemm_(const char *ta_, const char *tb_, int *m_, int *n_, int *k_,
          T *alpha_, T *a, int *lda_, T *b, int *ldb_, T *beta_, T *c,
          int *ldc_) {
  char ta = *ta_, tb = *tb_;
  int m = *m_, n = *n_, k = *k_, lda = *lda_, ldb = *ldb_, ldc = *ldc_;
  T alpha = *alpha_, beta = *beta_;
  int nota = ta == 'N', notb = tb == 'N';
  int i, j, l;
  T temp;
  if (m == 0 || n == 0 || ((alpha == 0 || k == 0) && beta == 1))
    return 0;
  if (alpha == 0) {
    if (beta == 0) {
      for (j = 1; j <= n; ++j)
        for (i = 1; i <= m; ++i)
          C(i, j) = 0;
    } else {
      for (j = 1; j <= n; ++j)
        for (i = 1; i <= m; ++i)
          C(i, j) = beta * C(i, j);
    }
    return 0;
  }
  if (notb) {
    if (nota) {
      for (j = 1; j <= n; ++j) {
        if (beta == 0) {
          for (i = 1; i <= m; ++i)
            C(i, j) = 0;
        } else if (beta != 1) {
          for (i = 1; i <= m; ++i)
            C(i, j) = beta * C(i, j);
        }
        for (l = 1; l <= k; ++l) {
          temp = alpha * B(l, j);
          for (i = 1; i <= m; ++i)
            C(i, j) += temp * A(i, l);
        }
      }
    } else {
      for (j = 1; j <= n; ++j)
        for (i = 1; i <= m; ++i) {
          temp = 0;
          for (l = 1; l <= k; ++l)
            temp += A(l, i) * B(l, j);
          if (beta == 0)
            C(i, j) = alpha * temp;
          else
            C(i, j) = alpha * temp + beta * C(i, j);
        }
    }
  } else {
    if (nota) {
      for (j = 1; j <= n; ++j) {
        if (beta == 0) {
          for (i = 1; i <= m; ++i)
            C(i, j) = 0;
        } else if (beta != 1) {
          for (i = 1; i <= m; ++i)
            C(i, j) = beta * C(i, j);
        }
        for (l = 1; l <= k; ++l) {
          temp = alpha * B(j, l);
          for (i = 1; i <= m; ++i)
            C(i, j) += temp * A(i, l);
        }
      }
    } else {
      for (j = 1; j <= n; ++j)
        for (i = 1; i <= m; ++i) {
          temp = 0;
          for (l = 1; l <= k; ++l)
            temp += A(l, i) * B(j, l);
          if (beta == 0)
            C(i, j) = alpha * temp;
          else
            C(i, j) = alpha * temp + beta * C(i, j);
        }
    }
  }
  return 0;
}
