// A cell of a recurrent network, as of Elman's: one sum over the inputs and, going on,
// one over the state before.
// expect: 1
#include <math.h>
struct cell {
  int inputs, units;
  const float *bias, *weights, *recurrent;
};
void run(const struct cell *c, const float *x, const float *h, float *out) {
  for (int i = 0; i < c->units; i++) {
    float s = c->bias[i];
    for (int k = 0; k < c->inputs; k++)
      s += c->weights[i * c->inputs + k] * x[k];
    for (int k = 0; k < c->units; k++)
      s += c->recurrent[i * c->units + k] * h[k];
    out[i] = tanhf(s);
  }
}
