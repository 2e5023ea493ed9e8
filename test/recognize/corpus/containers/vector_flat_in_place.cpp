// A flat std::vector, summed in place: data() is read again in each step.
// expect: 1
#include <vector>
void gemm(int n, const std::vector<double> &a, const std::vector<double> &b,
          std::vector<double> &c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
