// A register tile of 2 by 2, each element with two sums: with -ffast-math.
// expect: 1
// flags: -ffast-math
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j += 2) {
      float s[2][2][2] = {{{0}}};
      for (int k = 0; k < n; k += 2)
        for (int u = 0; u < 2; u++)
          for (int v = 0; v < 2; v++)
            for (int w = 0; w < 2; w++)
              s[u][v][w] += a[(i + u) * n + k + w] * b[(j + v) * n + k + w];
      for (int u = 0; u < 2; u++)
        for (int v = 0; v < 2; v++)
          c[(i + u) * n + j + v] = s[u][v][0] + s[u][v][1];
    }
}
