// A condition in the sum leaves out what lies outside of the image.
// expect: 1
void conv(int in, int out, int h, int w, int k, int pad, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < k; r++)
            for (int s = 0; s < k; s++) {
              int a = i + r - pad, b = j + s - pad;
              if (a >= 0 && a < h && b >= 0 && b < w)
                sum += x[(c * h + a) * w + b] * f[((o * in + c) * k + r) * k + s];
            }
        y[(o * h + i) * w + j] = sum;
      }
}
