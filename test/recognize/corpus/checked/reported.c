// Accessors that report an index that is out of range to a handler of the
// program, and go on with zero.
// expect: 4
#include <stddef.h>
#include <stdio.h>
typedef struct {
  size_t size1, size2, tda;
  double *data;
} matrix;
void fail(const char *reason, const char *file, int line);
static inline double get(const matrix *m, size_t i, size_t j) {
  if (i >= m->size1) {
    fail("first index out of range", __FILE__, __LINE__);
    return 0;
  } else if (j >= m->size2) {
    fail("second index out of range", __FILE__, __LINE__);
    return 0;
  }
  return m->data[i * m->tda + j];
}
static inline void set(matrix *m, size_t i, size_t j, double x) {
  if (i >= m->size1) {
    fail("first index out of range", __FILE__, __LINE__);
    return;
  } else if (j >= m->size2) {
    fail("second index out of range", __FILE__, __LINE__);
    return;
  }
  m->data[i * m->tda + j] = x;
}
static inline double *at(const matrix *m, size_t i, size_t j) {
  static double nowhere;
  if (i >= m->size1 || j >= m->size2) {
    fail("index out of range", __FILE__, __LINE__);
    return &nowhere;
  }
  return &m->data[i * m->tda + j];
}
void sized(const matrix *a, const matrix *b, matrix *c) {
  for (size_t i = 0; i < a->size1; i++)
    for (size_t j = 0; j < b->size2; j++) {
      double s = 0;
      for (size_t k = 0; k < a->size2; k++)
        s += get(a, i, k) * get(b, k, j);
      set(c, i, j, s);
    }
}
void transposed(const matrix *a, const matrix *b, matrix *c, int m, int n,
                int l) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = get(c, i, j);
      for (int k = 0; k < l; k++)
        s += get(a, k, i) * get(b, j, k);
      *at(c, i, j) = s;
    }
}
void updated(const matrix *a, const matrix *b, matrix *c) {
  for (size_t i = 0; i < c->size1; i++)
    for (size_t k = 0; k < a->size2; k++)
      for (size_t j = 0; j < c->size2; j++)
        *at(c, i, j) += get(a, i, k) * get(b, k, j);
}
typedef struct {
  int rows, columns;
  float *data;
} image;
static inline float *pixel(const image *m, int row, int column) {
  static float nowhere;
  if (row < 0 || row >= m->rows || column < 0 || column >= m->columns) {
    fprintf(stderr, "no pixel (%d, %d)\n", row, column);
    return &nowhere;
  }
  return &m->data[row * m->columns + column];
}
void pixels(const image *a, const image *b, const image *c) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->columns; j++) {
      float s = 0;
      for (int k = 0; k < a->columns; k++)
        s += *pixel(a, i, k) * *pixel(b, k, j);
      *pixel(c, i, j) = s;
    }
}
