// C = alpha A B + beta C on arrays of constant size.
// expect: 1
enum { NI = 1000, NJ = 1100, NK = 1200 };
void kernel(double alpha, double beta, double C[NI][NJ], double A[NI][NK],
            double B[NK][NJ]) {
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j < NJ; j++)
      C[i][j] *= beta;
    for (int k = 0; k < NK; k++)
      for (int j = 0; j < NJ; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}
