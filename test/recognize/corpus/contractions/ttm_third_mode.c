// A tensor times a matrix in the third mode.
// expect: 1
void ttm(int I, int J, int K, int R, const float *x, const float *u,
         float *restrict y) {
  for (int i = 0; i < I; i++)
    for (int j = 0; j < J; j++)
      for (int r = 0; r < R; r++) {
        float sum = 0;
        for (int k = 0; k < K; k++)
          sum += u[r * K + k] * x[(i * J + j) * K + k];
        y[(i * J + j) * R + r] = sum;
      }
}
