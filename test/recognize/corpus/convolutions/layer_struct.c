// A layer as a struct, as small frameworks have it.
// expect: 1
struct layer {
  int batch, in_c, in_h, in_w, out_c, out_h, out_w, size, stride;
  const float *weights, *biases;
  float *output;
};
void forward(const struct layer *l, const float *input) {
  for (int b = 0; b < l->batch; b++)
    for (int o = 0; o < l->out_c; o++)
      for (int i = 0; i < l->out_h; i++)
        for (int j = 0; j < l->out_w; j++) {
          float sum = l->biases[o];
          for (int c = 0; c < l->in_c; c++)
            for (int r = 0; r < l->size; r++)
              for (int s = 0; s < l->size; s++)
                sum += input[((b * l->in_c + c) * l->in_h + i * l->stride + r) * l->in_w +
                             j * l->stride + s] *
                       l->weights[((o * l->in_c + c) * l->size + r) * l->size + s];
          l->output[((b * l->out_c + o) * l->out_h + i) * l->out_w + j] = sum;
        }
}
