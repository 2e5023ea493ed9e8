// A struct with pointer and leading dimension, read again in the loop.
// expect: 1
struct matrix {
  int rows, cols, ld;
  double *data;
};
void gemm(const struct matrix *a, const struct matrix *b, struct matrix *c) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += a->data[i * a->ld + k] * b->data[k * b->ld + j];
      c->data[i * c->ld + j] = sum;
    }
}
