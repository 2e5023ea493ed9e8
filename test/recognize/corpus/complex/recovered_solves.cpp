// Triangular nests of std::complex at default flags, in float and double.
// expect: 2
#include <complex>
#include <vector>
template <typename T>
static void solve(int n, int p, const std::vector<std::complex<T>> &a,
                  std::vector<std::complex<T>> &x) {
  for (int j = 0; j < p; j++)
    for (int k = 0; k < n; k++)
      for (int i = k + 1; i < n; i++)
        x[i + j * n] -= a[i + k * n] * x[k + j * n];
}
void solve_floats(int n, int p, const std::vector<std::complex<float>> &a,
                  std::vector<std::complex<float>> &x) {
  solve(n, p, a, x);
}
void solve_doubles(int n, int p, const std::vector<std::complex<double>> &a,
                   std::vector<std::complex<double>> &x) {
  solve(n, p, a, x);
}
void multiply(int n, int p, const std::complex<float> *a, const std::complex<float> *b,
              std::complex<float> *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p; j++) {
      std::complex<float> sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * n + k] * b[k * p + j];
      c[i * p + j] = sum;
    }
}
