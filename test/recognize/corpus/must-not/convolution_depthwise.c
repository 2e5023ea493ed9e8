// Each channel has a filter of its own: a batch of matrices times vectors.
// expect: 0
void conv(int channels, int oh, int ow, int k, int h, int w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int c = 0; c < channels; c++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int r = 0; r < k; r++)
          for (int s = 0; s < k; s++)
            sum += x[(c * h + i + r) * w + j + s] * f[(c * k + r) * k + s];
        y[(c * oh + i) * ow + j] = sum;
      }
}
