// Layers of a network: what is inlined beside the products calls the math library, and a
// branch chooses between one vector and several.
// expect: 2
#include <math.h>

static void normalize(float *restrict out, const float *restrict x, int count) {
  float squares = 0;
  for (int i = 0; i < count; i++)
    squares += x[i] * x[i];
  float scale = 1 / sqrtf(squares / count + 1e-5f);
  for (int i = 0; i < count; i++)
    out[i] = scale * x[i];
}

static void multiply(float *restrict out, const float *restrict x,
                     const float *restrict w, int vectors, int n, int d) {
  if (vectors == 1)
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int k = 0; k < d; k++)
        sum += w[i * d + k] * x[k];
      out[i] = sum;
    }
  else
    for (int v = 0; v < vectors; v++)
      for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < d; k++)
          sum += w[i * d + k] * x[v * d + k];
        out[v * n + i] = sum;
      }
}

void forward(float *x, float *y, const float *w, int layers, int vectors, int d) {
  for (int l = 0; l < layers; l++) {
    normalize(y, x, d);
    multiply(x, y, w + (long)l * d * d, vectors, d, d);
  }
}
