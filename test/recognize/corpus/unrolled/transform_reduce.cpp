// std::transform_reduce of rows, which the library unrolls by four.
// expect: 1
#include <numeric>
void gemm(int m, int n, int p, const int *a, const int *b, int *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] =
          std::transform_reduce(a + i * p, a + (i + 1) * p, b + j * p, 0);
}
