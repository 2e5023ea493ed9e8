// A gate and the candidate of a gated recurrent unit, with weights of eight bits by
// columns, as in RNNoise.
// expect: 2
#include <math.h>
static float sigmoid(float x) { return 0.5f + 0.5f * tanhf(0.5f * x); }
void gates(int n, int m, const signed char *restrict w, const signed char *restrict u,
           const signed char *restrict bias, const float *restrict in,
           const float *restrict state, float *restrict z, float *restrict h) {
  for (int i = 0; i < n; i++) {
    float sum = bias[i];
    for (int j = 0; j < m; j++)
      sum += w[j * 3 * n + i] * in[j];
    for (int j = 0; j < n; j++)
      sum += u[j * 3 * n + i] * state[j];
    z[i] = sigmoid(sum * (1.f / 256));
  }
  for (int i = 0; i < n; i++) {
    float sum = bias[2 * n + i];
    for (int j = 0; j < m; j++)
      sum += w[2 * n + j * 3 * n + i] * in[j];
    for (int j = 0; j < n; j++)
      sum += u[2 * n + j * 3 * n + i] * state[j] * z[j];
    h[i] = z[i] * state[i] + (1 - z[i]) * tanhf(sum * (1.f / 256));
  }
}
