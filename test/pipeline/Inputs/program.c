/* Multiplies pseudo-random matrices and prints the bits of the result. */
#include <stdio.h>
#include <string.h>

enum { Rows = 131, Columns = 117, Depth = 143 };
static float a[Rows][Depth], b[Depth][Columns], c[Rows][Columns];

void product(int m, int n, int l, const float *a, int lda, const float *b,
             int ldb, float *c, int ldc);

static float next(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return (float)(state >> 8) / (1 << 23) - 1;
}

int main(void) {
  unsigned hash = 0;
  for (int i = 0; i < Rows * Depth; i++)
    a[0][i] = next();
  for (int i = 0; i < Depth * Columns; i++)
    b[0][i] = next();
  for (int i = 0; i < Rows * Columns; i++)
    c[0][i] = next();
  product(Rows, Columns, Depth, a[0], Depth, b[0], Columns, c[0], Columns);
  for (int i = 0; i < Rows * Columns; i++) {
    unsigned bits;
    memcpy(&bits, &c[0][i], 4);
    hash = hash * 31 + bits;
  }
  printf("%08x\n", hash);
}
