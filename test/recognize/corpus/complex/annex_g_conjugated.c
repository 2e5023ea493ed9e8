// The first operand conjugated and transposed, in C arrays.
// expect: 1
#include <complex.h>
void gemm(int n, const double complex a[restrict n][n], const double complex b[restrict n][n],
          double complex c[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += conj(a[k][i]) * b[k][j];
}
