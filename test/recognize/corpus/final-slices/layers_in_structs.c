// Layers whose sizes are loaded, with functions that may set errno.
// expect: 2
#include <math.h>
struct layer {
  int inputs, outputs;
  float *weights, *bias;
};
void layer_tanh(const struct layer *l, int batch, const float *x, float *y) {
  for (int t = 0; t < batch; t++)
    for (int o = 0; o < l->outputs; o++) {
      float s = l->bias[o];
      for (int p = 0; p < l->inputs; p++)
        s += l->weights[o * l->inputs + p] * x[t * l->inputs + p];
      y[t * l->outputs + o] = tanhf(s);
    }
}
struct matrix {
  int rows, cols;
  double *data;
};
void product_sigmoid(const struct matrix *a, const struct matrix *b,
                     struct matrix *c) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double s = 0;
      for (int k = 0; k < a->cols; k++)
        s += a->data[i * a->cols + k] * b->data[k * b->cols + j];
      c->data[i * c->cols + j] = 1 / (1 + exp(-s));
    }
}
