// Row pointers that a struct holds.
// expect: 1
typedef struct {
  int rows, cols;
  double **me;
} mat;
void gemm(const mat *a, const mat *b, mat *c) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += a->me[i][k] * b->me[k][j];
      c->me[i][j] = sum;
    }
}
