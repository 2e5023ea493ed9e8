// A tensor times a matrix in the second mode.
// expect: 1
void ttm(int I, int J, int K, int R, const float *x, const float *u,
         float *restrict y) {
  for (int i = 0; i < I; i++)
    for (int r = 0; r < R; r++)
      for (int k = 0; k < K; k++) {
        float sum = 0;
        for (int j = 0; j < J; j++)
          sum += u[r * J + j] * x[(i * J + j) * K + k];
        y[(i * R + r) * K + k] = sum;
      }
}
