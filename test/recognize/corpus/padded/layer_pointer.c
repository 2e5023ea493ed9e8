// A layer by pointer: all of its sizes but the first are read in the loops, some where a point is inside only.
// expect: 1
struct layer {
  int out, out_h, out_w, in, size, stride, pad, h, w;
  const float *weights;
  float *output;
};
void forward(const struct layer *l, const float *x) {
  for (int o = 0; o < l->out; o++)
    for (int i = 0; i < l->out_h; i++)
      for (int j = 0; j < l->out_w; j++) {
        float sum = 0;
        for (int c = 0; c < l->in; c++)
          for (int u = 0; u < l->size; u++)
            for (int v = 0; v < l->size; v++) {
              int iy = i * l->stride + u - l->pad, ix = j * l->stride + v - l->pad;
              if (iy >= 0 && iy < l->h && ix >= 0 && ix < l->w)
                sum += x[(c * l->h + iy) * l->w + ix] * l->weights[((o * l->in + c) * l->size + u) * l->size + v];
            }
        l->output[(o * l->out_h + i) * l->out_w + j] = sum;
      }
}
