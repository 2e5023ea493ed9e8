// Rows that a layer of a network computes in a local array and goes on with.
// expect: 1
#include <math.h>
enum { MOST = 512 };
void layer(int batch, int in, int out, const float *x, const float *weights,
           const float *bias, float *y) {
  float row[MOST];
  for (int b = 0; b < batch; b++) {
    for (int o = 0; o < out; o++)
      row[o] = bias[o];
    for (int i = 0; i < in; i++)
      for (int o = 0; o < out; o++)
        row[o] += x[b * in + i] * weights[i * out + o];
    float largest = row[0];
    for (int o = 1; o < out; o++)
      largest = fmaxf(largest, row[o]);
    for (int o = 0; o < out; o++)
      y[b * out + o] = row[o] - largest;
  }
}
