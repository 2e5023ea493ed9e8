#include "product.h"
void first(int n, const float *A, const float *B, float *C) {
  product(n, A, B, C);
  shared(A, B, C);
}
