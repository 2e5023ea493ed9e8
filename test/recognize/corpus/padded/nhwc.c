// Channels last, as in TensorFlow Lite's reference kernel, with an offset for the padding.
// expect: 1
void conv(int batches, int in, int out, int h, int w, int kh, int kw, int stride, int ph, int pw, int oh, int ow,
          const float *x, const float *f, const float *bias, float *y, float lo, float hi) {
  for (int b = 0; b < batches; ++b)
    for (int i = 0; i < oh; ++i)
      for (int j = 0; j < ow; ++j)
        for (int o = 0; o < out; ++o) {
          float total = 0.f;
          for (int u = 0; u < kh; ++u) {
            const int iy = i * stride - ph + u;
            for (int v = 0; v < kw; ++v) {
              const int ix = j * stride - pw + v;
              const int is_inside = (ix >= 0) && (ix < w) && (iy >= 0) && (iy < h);
              if (!is_inside)
                continue;
              for (int c = 0; c < in; ++c)
                total += x[((b * h + iy) * w + ix) * in + c] * f[((o * kh + u) * kw + v) * in + c];
            }
          }
          float z = total + bias[o];
          y[((b * oh + i) * ow + j) * out + o] = z < lo ? lo : z > hi ? hi : z;
        }
}
