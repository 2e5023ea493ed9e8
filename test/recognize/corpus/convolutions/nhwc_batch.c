// Channels last, a batch, filters by output channel as in TensorFlow Lite.
// expect: 1
void conv(int batch, int in, int out, int oh, int ow, int kh, int kw, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int n = 0; n < batch; n++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        for (int o = 0; o < out; o++) {
          float sum = 0;
          for (int r = 0; r < kh; r++)
            for (int s = 0; s < kw; s++)
              for (int c = 0; c < in; c++)
                sum += x[((n * (oh + kh - 1) + i + r) * (ow + kw - 1) + j + s) * in + c] * f[((o * kh + r) * kw + s) * in + c];
          y[((n * oh + i) * ow + j) * out + o] = sum;
        }
}
