// Volumes, channels first, a batch, stride and bias.
// expect: 1
void conv3d(int batch, int in, int out, int od, int oh, int ow, int kd, int kh,
            int kw, int d, int h, int w, int stride, const float *restrict x,
            const float *restrict f, const float *restrict bias,
            float *restrict y) {
  for (int n = 0; n < batch; n++)
    for (int o = 0; o < out; o++)
      for (int e = 0; e < od; e++)
        for (int i = 0; i < oh; i++)
          for (int j = 0; j < ow; j++) {
            float sum = bias[o];
            for (int c = 0; c < in; c++)
              for (int q = 0; q < kd; q++)
                for (int r = 0; r < kh; r++)
                  for (int s = 0; s < kw; s++)
                    sum += x[(((n * in + c) * d + e * stride + q) * h +
                              i * stride + r) * w + j * stride + s] *
                           f[(((o * in + c) * kd + q) * kh + r) * kw + s];
            y[(((n * out + o) * od + e) * oh + i) * ow + j] = sum;
          }
}
