// The image is spread out first, and multiplied by the filters after that.
// expect: 1
void conv(int in, int out, int oh, int ow, int k, const float *restrict x,
          const float *restrict f, float *restrict columns,
          float *restrict y) {
  int w = ow + k - 1, h = oh + k - 1, depth = in * k * k, pixels = oh * ow;
  for (int c = 0; c < depth; c++) {
    int s = c % k, r = c / k % k, ch = c / k / k;
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        columns[(c * oh + i) * ow + j] = x[(ch * h + i + r) * w + j + s];
  }
  for (int o = 0; o < out; o++)
    for (int p = 0; p < pixels; p++) {
      float sum = 0;
      for (int c = 0; c < depth; c++)
        sum += f[o * depth + c] * columns[c * pixels + p];
      y[o * pixels + p] = sum;
    }
}
