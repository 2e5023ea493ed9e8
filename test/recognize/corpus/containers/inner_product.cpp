// std::inner_product of rows.
// expect: 1
#include <numeric>
void gemm(int m, int n, int p, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] =
          std::inner_product(a + i * p, a + (i + 1) * p, b + j * p, 0.0);
}
