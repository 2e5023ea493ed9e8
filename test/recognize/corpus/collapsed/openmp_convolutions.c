// OpenMP's collapse over channels of the output and rows, or columns as well.
// expect: 4
// flags: -fopenmp
#define INSIDE if (iy >= 0 && iy < h && ix >= 0 && ix < w)
#define LOOPS(NAME, SCHEDULE, TEST)                                            \
  void NAME(int in, int out, int oh, int ow, int k, int pad, int h, int w,     \
            const float *x, const float *f, float *y) {                        \
    _Pragma(SCHEDULE) for (int o = 0; o < out; o++) for (int i = 0; i < oh;    \
                                                         i++)                  \
        for (int j = 0; j < ow; j++) {                                         \
      float sum = 0;                                                           \
      for (int c = 0; c < in; c++)                                             \
        for (int u = 0; u < k; u++)                                            \
          for (int v = 0; v < k; v++) {                                        \
            int iy = i + u - pad, ix = j + v - pad;                            \
            TEST sum += x[(c * h + iy) * w + ix] *                             \
                        f[((o * in + c) * k + u) * k + v];                     \
          }                                                                    \
      y[(o * oh + i) * ow + j] = sum;                                          \
    }                                                                          \
  }
LOOPS(rows, "omp parallel for collapse(2)", )
LOOPS(rows_padded, "omp parallel for collapse(2)", INSIDE)
LOOPS(pixels, "omp parallel for collapse(3)", )
LOOPS(pixels_padded, "omp parallel for collapse(3) schedule(dynamic, 64)", INSIDE)
