// The row is a member of a class, reused from row to row.
// expect: 1
#include <cstddef>
#include <vector>
struct Projector {
  std::vector<double> row;
  void run(const double *__restrict a, const double *__restrict b, double *__restrict out,
           std::size_t m, std::size_t n, std::size_t k) {
    double *__restrict r = row.data();
    for (std::size_t i = 0; i < m; i++) {
      for (std::size_t j = 0; j < n; j++) {
        double sum = 0;
        for (std::size_t l = 0; l < k; l++)
          sum += a[i * k + l] * b[l * n + j];
        r[j] = sum;
      }
      double norm = 0;
      for (std::size_t j = 0; j < n; j++)
        norm += r[j] * r[j];
      for (std::size_t j = 0; j < n; j++)
        out[i * n + j] = r[j] / norm;
    }
  }
};
void project(Projector &p, const double *a, const double *b, double *out, std::size_t m, std::size_t n, std::size_t k) {
  p.run(a, b, out, m, n, k);
}
