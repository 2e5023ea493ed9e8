// A flag that the nest does not change says how A lies, and is asked in the loops.
// expect: 2
void by_value(int n, const double *a, int lda, const double *b, double *restrict c,
              int transposed) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n; k++) {
      double t = transposed ? a[k * lda + j] : a[j * lda + k];
      for (int i = 0; i < n; i++)
        c[(long)j * n + i] += t * b[(long)k * n + i];
    }
}
struct matrix {
  long rows, columns;
  int is_transposed;
  float *of;
};
static float get(const struct matrix *m, long i, long j) {
  return m->is_transposed ? m->of[j * m->rows + i] : m->of[i * m->columns + j];
}
void by_member(const struct matrix *a, const struct matrix *b, float *c) {
  for (long i = 0; i < a->rows; i++)
    for (long j = 0; j < b->columns; j++) {
      float sum = 0;
      for (long k = 0; k < a->columns; k++)
        sum += get(a, i, k) * get(b, k, j);
      c[i * b->columns + j] = sum;
    }
}
