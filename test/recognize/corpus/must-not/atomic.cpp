// Sums in std::atomic.
// expect: 0
#include <atomic>
void gemm(int n, const int *a, const int *b, std::atomic<int> *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
