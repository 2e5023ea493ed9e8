// Each channel is a plane of its own, found through a table.
// expect: 1
void conv(int in, int out, int oh, int ow, int k, int w, float **x, float **f,
          float **y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              sum += x[c][(i + u) * w + j + v] * f[o][(c * k + u) * k + v];
        y[o][i * ow + j] = sum;
      }
}
