// bij,bjk->bik with the batch last in memory, or between rows and columns.
// expect: 4
void einsum_last(int nb, int ni, int nj, int nk, const double *restrict x,
                const double *restrict y, double *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        for (int k = 0; k < nk; k++)
          z[(i * nk + k) * nb + b] +=
              x[(i * nj + j) * nb + b] * y[(j * nk + k) * nb + b];
}
void einsum_between(int nb, int ni, int nj, int nk, const double *restrict x,
                const double *restrict y, double *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        for (int k = 0; k < nk; k++)
          z[(i * nb + b) * nk + k] +=
              x[(i * nb + b) * nj + j] * y[(j * nb + b) * nk + k];
}
void einsum_mixed(int nb, int ni, int nj, int nk, const double *restrict x,
                const double *restrict y, double *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        for (int k = 0; k < nk; k++)
          z[(i * nb + b) * nk + k] +=
              x[(b * ni + i) * nj + j] * y[(j * nb + b) * nk + k];
}
void einsum_last_of_b(int nb, int ni, int nj, int nk, const double *restrict x,
                const double *restrict y, double *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++)
        for (int k = 0; k < nk; k++)
          z[(b * ni + i) * nk + k] +=
              x[(i * nb + b) * nj + j] * y[(j * nk + k) * nb + b];
}
