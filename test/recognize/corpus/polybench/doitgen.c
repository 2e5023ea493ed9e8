// Each row of a three-dimensional array is replaced by its product with C4.
// expect: 1
enum { NQ = 140, NR = 150, NP = 160 };
void kernel(double A[NR][NQ][NP], double C4[NP][NP], double sum[NP]) {
  for (int r = 0; r < NR; r++)
    for (int q = 0; q < NQ; q++) {
      for (int p = 0; p < NP; p++) {
        sum[p] = 0;
        for (int s = 0; s < NP; s++)
          sum[p] += A[r][q][s] * C4[s][p];
      }
      for (int p = 0; p < NP; p++)
        A[r][q][p] = sum[p];
    }
}
