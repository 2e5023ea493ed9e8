// Tables of tables, a stride, and an activation.
// expect: 1
void conv(double ***x, double ****f, const double *bias, double ***y, int in,
          int out, int h, int w, int k, int stride) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        double sum = bias[o];
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              sum += x[c][i * stride + u][j * stride + v] * f[o][c][u][v];
        y[o][i][j] = sum > 0 ? sum : 0;
      }
}
