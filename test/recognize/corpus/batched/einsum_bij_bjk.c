// bij,bjk->bik with each matrix by rows or by columns.
// expect: 8
void einsum_rrr(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * ni + i) * nj + j] *
                 y[(b * nj + j) * nk + k];
        z[(b * ni + i) * nk + k] = sum;
      }
}
void einsum_rrc(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * ni + i) * nj + j] *
                 y[(b * nj + j) * nk + k];
        z[(b * nk + k) * ni + i] = sum;
      }
}
void einsum_rcr(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * ni + i) * nj + j] *
                 y[(b * nk + k) * nj + j];
        z[(b * ni + i) * nk + k] = sum;
      }
}
void einsum_rcc(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * ni + i) * nj + j] *
                 y[(b * nk + k) * nj + j];
        z[(b * nk + k) * ni + i] = sum;
      }
}
void einsum_crr(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * nj + j) * ni + i] *
                 y[(b * nj + j) * nk + k];
        z[(b * ni + i) * nk + k] = sum;
      }
}
void einsum_crc(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * nj + j) * ni + i] *
                 y[(b * nj + j) * nk + k];
        z[(b * nk + k) * ni + i] = sum;
      }
}
void einsum_ccr(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * nj + j) * ni + i] *
                 y[(b * nk + k) * nj + j];
        z[(b * ni + i) * nk + k] = sum;
      }
}
void einsum_ccc(int nb, int ni, int nj, int nk, const float *x, const float *y,
                float *restrict z) {
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < ni; i++)
      for (int k = 0; k < nk; k++) {
        float sum = 0;
        for (int j = 0; j < nj; j++)
          sum += x[(b * nj + j) * ni + i] *
                 y[(b * nk + k) * nj + j];
        z[(b * nk + k) * ni + i] = sum;
      }
}
