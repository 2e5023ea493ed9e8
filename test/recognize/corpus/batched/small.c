// A batch of 8 by 8 matrices.
// expect: 1
void batched(int count, const float (*restrict a)[8][8],
             const float (*restrict b)[8][8], float (*restrict c)[8][8]) {
  for (int t = 0; t < count; t++)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
          sum += a[t][i][k] * b[t][k][j];
        c[t][i][j] = sum;
      }
}
