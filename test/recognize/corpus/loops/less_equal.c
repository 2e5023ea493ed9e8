// Bounds with <=, counted from 1.
// expect: 1
#define A(i, j) a[(i - 1) * ld + j - 1]
#define B(i, j) b[(i - 1) * ld + j - 1]
#define C(i, j) c[(i - 1) * ld + j - 1]
void gemm(int n, int ld, const double *a, const double *b, double *c) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      for (int k = 1; k <= n; k++)
        C(i, j) += A(i, k) * B(k, j);
}
