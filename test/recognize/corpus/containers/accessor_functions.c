// Inline functions get and set elements.
// expect: 1
struct matrix {
  int ld;
  float *data;
};
static inline float get(const struct matrix *m, int i, int j) {
  return m->data[i * m->ld + j];
}
static inline void set(struct matrix *m, int i, int j, float x) {
  m->data[i * m->ld + j] = x;
}
void gemm(int n, const struct matrix *a, const struct matrix *b,
          struct matrix *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      set(c, i, j, 0);
      for (int k = 0; k < n; k++)
        set(c, i, j, get(c, i, j) + get(a, i, k) * get(b, k, j));
    }
}
