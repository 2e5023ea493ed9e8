// Hardened vectors of libc++, whose checks LLVM moves out of the loop over j.
// expect: 2
// flags: -stdlib=libc++ -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_FAST
#include <vector>
void gemm(std::vector<double> &c, const std::vector<double> &a,
          const std::vector<double> &b, int m, int n, int p) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
void gemm_sizes(std::vector<double> &c, const std::vector<double> &a,
                const std::vector<double> &b, std::size_t m, std::size_t n,
                std::size_t p) {
  for (std::size_t k = 0; k < p; k++)
    for (std::size_t i = 0; i < m; i++) {
      const double x = a[i * p + k];
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}
