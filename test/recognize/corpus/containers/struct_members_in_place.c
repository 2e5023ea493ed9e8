// The same, summed in place: a store of a double cannot change the members.
// expect: 1
struct matrix {
  int rows, cols, ld;
  double *data;
};
void gemm(const struct matrix *a, const struct matrix *b, struct matrix *c) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++)
      for (int k = 0; k < a->cols; k++)
        c->data[i * c->ld + j] +=
            a->data[i * a->ld + k] * b->data[k * b->ld + j];
}
