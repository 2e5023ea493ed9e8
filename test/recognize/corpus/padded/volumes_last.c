// Volumes with channels last; each axis has its own filter size, stride and padding.
// expect: 1
void conv(int in, int out, int d, int h, int w, int kd, int kh, int kw, int sd, int sh, int sw, int pd, int ph, int pw,
          int od, int oh, int ow, const float *x, const float *f, const float *bias, float *y) {
  for (int t = 0; t < od; t++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        for (int o = 0; o < out; o++) {
          float sum = bias[o];
          for (int q = 0; q < kd; q++)
            for (int u = 0; u < kh; u++)
              for (int v = 0; v < kw; v++) {
                int it = t * sd + q - pd, iy = i * sh + u - ph, ix = j * sw + v - pw;
                if (it < 0 || it >= d || iy < 0 || iy >= h || ix < 0 || ix >= w)
                  continue;
                for (int c = 0; c < in; c++)
                  sum += x[((it * h + iy) * w + ix) * in + c] * f[(((o * kd + q) * kh + u) * kw + v) * in + c];
              }
          y[((t * oh + i) * ow + j) * out + o] = sum;
        }
}
