// A vector of vectors, summed in place.
// expect: 1
#include <vector>
using Matrix = std::vector<std::vector<float>>;
void gemm(int n, const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}
