// Channels of the output and rows, or pixels, in one loop; with and without padding.
// expect: 4
#define SUM(TEST)                                                              \
  float sum = 0;                                                               \
  for (int c = 0; c < in; c++)                                                 \
    for (int u = 0; u < k; u++)                                                \
      for (int v = 0; v < k; v++) {                                            \
        int iy = i + u - pad, ix = j + v - pad;                                \
        TEST sum += x[(c * h + iy) * w + ix] *                                 \
                    f[((o * in + c) * k + u) * k + v];                         \
      }                                                                        \
  y[(o * oh + i) * ow + j] = sum;
#define INSIDE if (iy >= 0 && iy < h && ix >= 0 && ix < w)
#define FORM(NAME)                                                             \
  void NAME(int in, int out, int oh, int ow, int k, int pad, int h, int w,     \
            const float *x, const float *f, float *y)

#define ROWS(NAME, TEST)                                                       \
  FORM(NAME) {                                                                 \
    for (int t = 0; t < out * oh; t++) {                                       \
      int o = t / oh, i = t % oh;                                              \
      for (int j = 0; j < ow; j++) {                                           \
        SUM(TEST)                                                              \
      }                                                                        \
    }                                                                          \
  }
#define PIXELS(NAME, TEST)                                                     \
  FORM(NAME) {                                                                 \
    for (int o = 0; o < out; o++)                                              \
      for (int t = 0; t < oh * ow; t++) {                                      \
        int i = t / ow, j = t % ow;                                            \
        SUM(TEST)                                                              \
      }                                                                        \
  }
ROWS(rows, )
ROWS(rows_padded, INSIDE)
PIXELS(pixels, )
PIXELS(pixels_padded, INSIDE)
