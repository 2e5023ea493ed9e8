// llm.c: the loops over batch and time are collapsed, and their counters are put
// together again.
// expect: 1
// flags: -fopenmp
#include <stddef.h>
void matmul_forward_naive(float *out, const float *inp, const float *weight,
                          const float *bias, int B, int T, int C, int OC) {
#pragma omp parallel for collapse(2)
  for (int b = 0; b < B; b++) {
    for (int t = 0; t < T; t++) {
      int bt = b * T + t;
      for (int o = 0; o < OC; o++) {
        float val = (bias != NULL) ? bias[o] : 0.0f;
        for (int i = 0; i < C; i++) {
          val += inp[bt * C + i] * weight[o * C + i];
        }
        out[bt * OC + o] = val;
      }
    }
  }
}
