// gsl::at, which takes any index, and narrow, which throws where it loses bits.
// expect: 3
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <vector>
template <class C> auto at(C &c, std::ptrdiff_t i) -> decltype(c[0]) & {
  if (!(i >= 0 && i < std::ptrdiff_t(c.size())))
    std::terminate();
  return c[i];
}
template <class T> struct span {
  T *first;
  std::size_t count;
  T &operator[](std::size_t i) const {
    if (!(i < count))
      std::terminate();
    return first[i];
  }
};
template <class T, class U> T narrow(U u) {
  T t = T(u);
  if (U(t) != u || (t < T{}) != (u < U{}))
    throw std::runtime_error("narrow");
  return t;
}
void vectors(const std::vector<double> &a, const std::vector<double> &b,
             std::vector<double> &c, int m, int n, int l) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < l; k++)
        sum += at(a, i * l + k) * at(b, k * n + j);
      at(c, i * n + j) = sum;
    }
}
void spans(span<const double> a, span<const double> b, span<double> c, int m,
           int n, int l) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < l; k++)
      for (int j = 0; j < n; j++)
        c[narrow<std::size_t>(i * n + j)] +=
            a[narrow<std::size_t>(i * l + k)] * b[narrow<std::size_t>(k * n + j)];
}
using matrix = std::vector<std::vector<double>>;
void rows(const matrix &a, const matrix &b, matrix &c, long m, long n, long l) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < l; k++)
        sum += at(at(a, i), k) * at(at(b, k), j);
      at(at(c, i), j) = sum;
    }
}
