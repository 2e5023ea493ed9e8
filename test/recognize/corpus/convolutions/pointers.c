// Pointers to the row of the image and to the filter that advance.
// expect: 1
void conv(int in, int out, int oh, int ow, int k, int h, int w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        const float *fp = f + o * in * k * k;
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < k; r++) {
            const float *xp = x + (c * h + i + r) * w + j;
            for (int s = 0; s < k; s++)
              sum += *xp++ * *fp++;
          }
        *y++ = sum;
      }
}
