// Volumes, channels last, filters of 3 by 3 by 3.
// expect: 1
void conv3d(int in, int out, int d, int h, int w, const float *restrict x,
            const float *restrict f, float *restrict y) {
  for (int e = 0; e < d - 2; e++)
    for (int i = 0; i < h - 2; i++)
      for (int j = 0; j < w - 2; j++)
        for (int o = 0; o < out; o++) {
          float sum = 0;
          for (int q = 0; q < 3; q++)
            for (int r = 0; r < 3; r++)
              for (int s = 0; s < 3; s++)
                for (int c = 0; c < in; c++)
                  sum += x[(((e + q) * h + i + r) * w + j + s) * in + c] *
                         f[(((q * 3 + r) * 3 + s) * in + c) * out + o];
          y[((e * (h - 2) + i) * (w - 2) + j) * out + o] = sum;
        }
}
