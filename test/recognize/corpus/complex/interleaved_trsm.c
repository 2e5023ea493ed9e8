// Forward substitution with several right-hand sides, real and imaginary parts
// written out, as a BLAS in C has it.
// expect: 1
#define RE(m, i) (m)[2 * (i)]
#define IM(m, i) (m)[2 * (i) + 1]
void solve(int n, int m, const float *a, long lda, float *b, long ldb) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) {
      const float re = RE(a, i * lda + k), im = IM(a, i * lda + k);
      for (int j = 0; j < m; j++) {
        const float x = RE(b, k * ldb + j), y = IM(b, k * ldb + j);
        RE(b, i * ldb + j) -= re * x - im * y;
        IM(b, i * ldb + j) -= re * y + im * x;
      }
    }
}
