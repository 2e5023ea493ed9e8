// The same into another array.
// expect: 1
enum { NQ = 140, NR = 150, NP = 160 };
void kernel(double A[NR][NQ][NP], double C4[NP][NP], double S[NR][NQ][NP]) {
  for (int r = 0; r < NR; r++)
    for (int q = 0; q < NQ; q++)
      for (int p = 0; p < NP; p++) {
        S[r][q][p] = 0;
        for (int s = 0; s < NP; s++)
          S[r][q][p] += A[r][q][s] * C4[s][p];
      }
}
