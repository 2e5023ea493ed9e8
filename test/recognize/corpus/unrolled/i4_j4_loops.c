// A register tile of 4 by 4, written with loops.
// expect: 1
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i += 4)
    for (int j = 0; j < n; j += 4) {
      float acc[4][4] = {{0}};
      for (int k = 0; k < n; k++)
        for (int u = 0; u < 4; u++)
          for (int v = 0; v < 4; v++)
            acc[u][v] += a[(i + u) * n + k] * b[k * n + j + v];
      for (int u = 0; u < 4; u++)
        for (int v = 0; v < 4; v++)
          c[(i + u) * n + j + v] = acc[u][v];
    }
}
