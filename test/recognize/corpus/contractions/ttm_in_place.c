// A tensor times a matrix in the second mode, sum in memory that is set to zero first.
// expect: 1
#include <string.h>
void ttm(long I, long J, long K, long R, const float *restrict x,
         const float *restrict u, float *restrict y) {
  memset(y, 0, I * R * K * sizeof *y);
  for (long i = 0; i < I; i++)
    for (long j = 0; j < J; j++)
      for (long r = 0; r < R; r++)
        for (long k = 0; k < K; k++)
          y[(i * R + r) * K + k] += u[r * J + j] * x[(i * J + j) * K + k];
}
