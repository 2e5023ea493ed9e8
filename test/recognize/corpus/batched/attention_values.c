// bhqk,bhkd->bqhd: the values, written with the heads side by side.
// expect: 1
void values(int nb, int nh, int nq, int nk, int nd, const float *restrict P,
            const float *restrict V, float *restrict O) {
  for (int b = 0; b < nb; b++)
    for (int h = 0; h < nh; h++)
      for (int q = 0; q < nq; q++)
        for (int d = 0; d < nd; d++) {
          float sum = 0;
          for (int k = 0; k < nk; k++)
            sum += P[((b * nh + h) * nq + q) * nk + k] * V[((b * nk + k) * nh + h) * nd + d];
          O[((b * nq + q) * nh + h) * nd + d] = sum;
        }
}
