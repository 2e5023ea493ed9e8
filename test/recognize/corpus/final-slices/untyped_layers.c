// Layers in programs where types say nothing of what elements may be.
// expect: 2
// flags: -fno-strict-aliasing
#include <math.h>
void layers(int batch, int n, int k, const float *x, const float *w, const float *bias,
            float *y) {
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < n; i++) {
      float sum = bias[i];
      for (int p = 0; p < k; p++)
        sum += w[i * k + p] * x[b * k + p];
      y[b * n + i] = tanhf(sum);
    }
}
struct layer {
  int inputs, outputs;
  double *weights;
};
void layer(const struct layer *l, const double *x, double *y) {
  for (int i = 0; i < l->outputs; i++) {
    double sum = 0;
    for (int p = 0; p < l->inputs; p++)
      sum += l->weights[i * l->inputs + p] * x[p];
    y[i] = 1 / (1 + exp(-sum));
  }
}
