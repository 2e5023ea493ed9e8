// A tensor times a matrix in the first mode.
// expect: 1
void ttm(int I, int J, int K, int R, const float *x, const float *u,
         float *restrict y) {
  for (int r = 0; r < R; r++)
    for (int j = 0; j < J; j++)
      for (int k = 0; k < K; k++) {
        float sum = 0;
        for (int i = 0; i < I; i++)
          sum += u[r * I + i] * x[(i * J + j) * K + k];
        y[(r * J + j) * K + k] = sum;
      }
}
