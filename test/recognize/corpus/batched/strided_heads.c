// Heads lie side by side in a row.
// expect: 1
void scores(int heads, int t, int d, const float *q, const float *k, float *s) {
  for (int h = 0; h < heads; h++)
    for (int i = 0; i < t; i++)
      for (int j = 0; j < t; j++) {
        float dot = 0;
        for (int e = 0; e < d; e++)
          dot += q[i * heads * d + h * d + e] * k[j * heads * d + h * d + e];
        s[(h * t + i) * t + j] = dot;
      }
}
