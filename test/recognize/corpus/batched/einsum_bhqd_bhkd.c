// bhqd,bhkd->bhqk, queries and keys in each of the layouts that models have.
// expect: 16
void scores_bhqd_bhkd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nq + q) * nd + d] *
                   K[((b * nh + h) * nk + k) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhqd_bkhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nq + q) * nd + d] *
                   K[((b * nk + k) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhqd_kbhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nq + q) * nd + d] *
                   K[((k * nb + b) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhqd_bhdk(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nq + q) * nd + d] *
                   K[((b * nh + h) * nd + d) * nk + k];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bqhd_bhkd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nq + q) * nh + h) * nd + d] *
                   K[((b * nh + h) * nk + k) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bqhd_bkhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nq + q) * nh + h) * nd + d] *
                   K[((b * nk + k) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bqhd_kbhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nq + q) * nh + h) * nd + d] *
                   K[((k * nb + b) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bqhd_bhdk(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nq + q) * nh + h) * nd + d] *
                   K[((b * nh + h) * nd + d) * nk + k];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_qbhd_bhkd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((q * nb + b) * nh + h) * nd + d] *
                   K[((b * nh + h) * nk + k) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_qbhd_bkhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((q * nb + b) * nh + h) * nd + d] *
                   K[((b * nk + k) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_qbhd_kbhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((q * nb + b) * nh + h) * nd + d] *
                   K[((k * nb + b) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_qbhd_bhdk(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((q * nb + b) * nh + h) * nd + d] *
                   K[((b * nh + h) * nd + d) * nk + k];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhdq_bhkd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nd + d) * nq + q] *
                   K[((b * nh + h) * nk + k) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhdq_bkhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nd + d) * nq + q] *
                   K[((b * nk + k) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhdq_kbhd(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nd + d) * nq + q] *
                   K[((k * nb + b) * nh + h) * nd + d];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
void scores_bhdq_bhdk(int nb, int nh, int nq, int nk, int nd,
                      const float *restrict Q, const float *restrict K, float *restrict S) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int k = 0; k < nk; k++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += Q[((b * nh + h) * nd + d) * nq + q] *
                   K[((b * nh + h) * nd + d) * nk + k];
          S[((b * nh + h) * nq + q) * nk + k] = dot;
        }
}
