// Scores of each head: its query with all keys.
// expect: 1
void scores(int heads, int steps, int size, float scale,
            const float *restrict q, const float *restrict keys,
            float *restrict att) {
  for (int h = 0; h < heads; h++)
    for (int t = 0; t < steps; t++) {
      float sum = 0;
      for (int i = 0; i < size; i++)
        sum += q[h * size + i] * keys[(t * heads + h) * size + i];
      att[h * steps + t] = sum * scale;
    }
}
