// Several heads of queries share one of keys: the head is two loops.
// expect: 1
void scores(int groups, int each, int t, int nd, const float *q, const float *k,
            float *restrict s) {
  for (int g = 0; g < groups; g++)
    for (int h = 0; h < each; h++)
      for (int i = 0; i < t; i++)
        for (int j = 0; j < t; j++) {
          float dot = 0;
          for (int d = 0; d < nd; d++)
            dot += q[((g * each + h) * t + i) * nd + d] * k[(g * t + j) * nd + d];
          s[((g * each + h) * t + i) * t + j] = dot;
        }
}
