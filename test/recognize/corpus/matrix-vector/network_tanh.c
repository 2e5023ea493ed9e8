// All layers of a network, with a function that may set errno.
// expect: 1
#include <math.h>
struct network {
  int layers, *sizes;
  float **weights, **bias, **values;
};
void forward(struct network *n) {
  for (int l = 0; l < n->layers; l++)
    for (int i = 0; i < n->sizes[l + 1]; i++) {
      float s = n->bias[l][i];
      for (int k = 0; k < n->sizes[l]; k++)
        s += n->weights[l][i * n->sizes[l] + k] * n->values[l][k];
      n->values[l + 1][i] = tanhf(s);
    }
}
