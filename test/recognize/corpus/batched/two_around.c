// One batch loop is outside, one between the rows and the columns.
// expect: 1
void batched(int batches, int heads, int t, int d, const float *restrict q,
             const float *restrict k, float *restrict s) {
  for (int b = 0; b < batches; b++)
    for (int i = 0; i < t; i++)
      for (int h = 0; h < heads; h++)
        for (int j = 0; j < t; j++) {
          float dot = 0;
          for (int e = 0; e < d; e++)
            dot += q[((b * t + i) * heads + h) * d + e] *
                   k[((b * t + j) * heads + h) * d + e];
          s[((b * heads + h) * t + i) * t + j] = dot;
        }
}
