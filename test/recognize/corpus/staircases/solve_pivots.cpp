// A linear system by elimination with partial pivoting: the right side goes along,
// and a matrix that is singular ends it.
// expect: 1
#include <cmath>
#include <utility>
#include <vector>
bool eliminate(std::vector<double> &a, std::vector<double> &b, int n) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    if (std::fabs(a[p * n + k]) < 1e-12)
      return false;
    if (p != k) {
      for (int j = 0; j < n; j++)
        std::swap(a[k * n + j], a[p * n + j]);
      std::swap(b[k], b[p]);
    }
    for (int i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      a[i * n + k] = f;
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  return true;
}
