// A layer for one input, with a function that may set errno.
// expect: 2
#include <math.h>
void layer_tanh(int outputs, int inputs, const float *w, const float *bias,
                const float *x, float *y) {
  for (int o = 0; o < outputs; o++) {
    float s = bias[o];
    for (int p = 0; p < inputs; p++)
      s += w[o * inputs + p] * x[p];
    y[o] = tanhf(s);
  }
}
struct layer {
  int inputs, outputs;
  double *weights;
};
void layer_sigmoid(const struct layer *l, const double *x, double *y) {
  for (int o = 0; o < l->outputs; o++) {
    double s = 0;
    for (int p = 0; p < l->inputs; p++)
      s += l->weights[o * l->inputs + p] * x[p];
    y[o] = 1 / (1 + exp(-s));
  }
}
