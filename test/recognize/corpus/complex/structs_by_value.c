// Structs that functions take and return.
// expect: 2
typedef struct {
  float re, im;
} cpx;
static cpx cadd(cpx a, cpx b) {
  cpx c = {a.re + b.re, a.im + b.im};
  return c;
}
static cpx cmul(cpx a, cpx b) {
  cpx c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}
void gemm(int n, const cpx *restrict a, const cpx *restrict b,
          cpx *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      cpx s = {0, 0};
      for (int k = 0; k < n; k++)
        s = cadd(s, cmul(a[i * n + k], b[k * n + j]));
      c[i * n + j] = s;
    }
}
void gemm_in_memory(int n, cpx alpha, const cpx *a, const cpx *b, cpx *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      cpx t = cmul(alpha, a[i * n + k]);
      for (int j = 0; j < n; j++)
        c[i * n + j] = cadd(c[i * n + j], cmul(t, b[k * n + j]));
    }
}
