// A tile of sums is kept in a local array.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int ii = 0; ii < n; ii += 16)
    for (int jj = 0; jj < n; jj += 16) {
      float t[16][16] = {0};
      for (int k = 0; k < n; k++)
        for (int i = 0; i < 16; i++)
          for (int j = 0; j < 16; j++)
            t[i][j] += a[(ii + i) * n + k] * b[k * n + jj + j];
      for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
          c[(ii + i) * n + jj + j] = t[i][j];
    }
}
