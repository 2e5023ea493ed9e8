// assert in an accessor.
// expect: 1
#include <assert.h>
struct matrix {
  int rows, columns;
  float *data;
};
static float *at(const struct matrix *m, int i, int j) {
  assert(i >= 0 && i < m->rows);
  assert(j >= 0 && j < m->columns);
  return &m->data[i * m->columns + j];
}
void gemm(const struct matrix *a, const struct matrix *b, struct matrix *c) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->columns; j++) {
      float sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}
