#include "product.h"
int column(int);
void second(const float *A, const float *B, float *C) { shared(A, B, C); }
void kept(int n, const double *A, const double *B, double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += A[i * n + column(k)] * B[k * n + j];
}
