// The same with sizes that are passed beside the arrays.
// expect: 1
enum { NI = 200, NJ = 220, NK = 240 };
void kernel(int ni, int nj, int nk, float alpha, float beta, float C[NI][NJ],
            float A[NI][NK], float B[NK][NJ]) {
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j < nj; j++)
      C[i][j] *= beta;
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}
