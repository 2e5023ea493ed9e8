// Scores with a scale and a bias for each head and distance.
// expect: 1
void scores(int nh, int t, int nd, float scale, const float *q, const float *k,
            const float *bias, float *restrict s) {
  for (int h = 0; h < nh; h++)
    for (int i = 0; i < t; i++)
      for (int j = 0; j < t; j++) {
        float dot = 0;
        for (int d = 0; d < nd; d++)
          dot += q[(h * t + i) * nd + d] * k[(h * t + j) * nd + d];
        s[(h * t + i) * t + j] = dot * scale + bias[(h * t + i) * t + j];
      }
}
