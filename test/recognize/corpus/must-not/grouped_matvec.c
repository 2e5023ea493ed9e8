// A matrix times a vector, as llama2.c's runq has it.
// expect: 0
#include <stdint.h>
void matmul(float *xout, const int8_t *xq, const float *xs, const int8_t *wq, const float *ws, int n, int d, int GS) {
  for (int i = 0; i < d; i++) {
    float val = 0.0f;
    int32_t ival = 0;
    int in = i * n;
    for (int j = 0; j <= n - GS; j += GS) {
      for (int k = 0; k < GS; k++)
        ival += (int32_t)xq[j + k] * (int32_t)wq[in + j + k];
      val += (float)ival * ws[(in + j) / GS] * xs[j / GS];
      ival = 0;
    }
    xout[i] = val;
  }
}
