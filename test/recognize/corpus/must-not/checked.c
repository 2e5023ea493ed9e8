// Checks that can be tested before nests that are no products.
// expect: 0
#include <stddef.h>
#include <stdlib.h>
struct array {
  float *data;
  size_t length;
};
static float *at(const struct array *a, size_t i) {
  if (i >= a->length)
    abort();
  return &a->data[i];
}
void all_indices(size_t n, const struct array *a, const struct array *b,
                 const struct array *c) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++)
        *at(c, i * n + j) += *at(a, (i * n + j) * n + k) * *at(b, k * n + j);
}
void one_operand(size_t n, const float *restrict a, size_t la,
                 float *restrict c, size_t lc) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      float sum = 0;
      for (size_t k = 0; k < n; k++) {
        if (i * n + k >= la)
          abort();
        sum += a[i * n + k] * a[i * n + k];
      }
      if (i * n + j >= lc)
        abort();
      c[i * n + j] = sum;
    }
}
int running_sum(int n, const int *restrict a, int la, int *restrict c, int lc) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        if (i * n + k >= la)
          return -1;
        sum += a[i * n + k] * a[k];
        if (j >= lc)
          return -2;
        c[j] = sum;
      }
  return sum;
}
void elements_move(size_t n, const float *restrict a, const float *restrict b,
                   float *restrict c, size_t length) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) {
        size_t at = (i * n + j) * n + k;
        if (at >= length)
          abort();
        c[at] += a[i * n + k] * b[k * n + j];
      }
}
