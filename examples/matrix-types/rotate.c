// Products of clang's matrix types: small ones, whose sizes are types.
#include <stdio.h>

typedef float Matrix __attribute__((matrix_type(4, 4)));

static Matrix product(Matrix A, Matrix B) { return A * B; }

int main(void) {
  Matrix Quarter = {}, Sum;
  Quarter[0][1] = -1;
  Quarter[1][0] = 1;
  Quarter[2][2] = Quarter[3][3] = 1;
  Sum = product(product(Quarter, Quarter), Quarter) + Quarter;
  for (int i = 0; i < 4; i++)
    printf("%g %g %g %g\n", Sum[i][0], Sum[i][1], Sum[i][2], Sum[i][3]);
}
