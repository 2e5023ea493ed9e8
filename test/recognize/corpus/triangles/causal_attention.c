// Scores of causal attention for each head, with a cache of earlier keys.
// expect: 2
void scores(int heads, int n, int d, float scale, const float *restrict q, const float *restrict k, float *restrict s) {
  for (int h = 0; h < heads; h++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
        float sum = 0;
        for (int t = 0; t < d; t++)
          sum += q[(h * n + i) * d + t] * k[(h * n + j) * d + t];
        s[(h * n + i) * n + j] = sum * scale;
      }
}
void cached(int n, int past, int d, float scale, const float *restrict q, const float *restrict k, float *restrict s, int lds) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < past + i + 1; j++) {
      float sum = 0;
      for (int t = 0; t < d; t++)
        sum += q[i * d + t] * k[j * d + t];
      s[i * lds + j] = sum * scale;
    }
}
