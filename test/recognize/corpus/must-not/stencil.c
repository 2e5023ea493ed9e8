// A stencil with three loops.
// expect: 0
void heat(int steps, int n, float w, const float *restrict x,
          float *restrict y) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        y[i * n + j] += w * (x[i * n + j - 1] + x[i * n + j + 1] +
                             x[(i - 1) * n + j] + x[(i + 1) * n + j]);
}
