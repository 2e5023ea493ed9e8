// Batches and heads.
// expect: 1
void batched(int batches, int heads, int t, int d, const float *q,
             const float *k, float *s) {
  for (int b = 0; b < batches; b++)
    for (int h = 0; h < heads; h++)
      for (int i = 0; i < t; i++)
        for (int j = 0; j < t; j++) {
          float dot = 0;
          for (int e = 0; e < d; e++)
            dot += q[((b * heads + h) * t + i) * d + e] *
                   k[((b * heads + h) * t + j) * d + e];
          s[((b * heads + h) * t + i) * t + j] = dot;
        }
}
