// Coefficient access through a base class template, in the manner of Eigen.
// expect: 1
#include <vector>
using Index = long;
template <typename Derived> struct Dense {
  const Derived &self() const { return static_cast<const Derived &>(*this); }
  Derived &self() { return static_cast<Derived &>(*this); }
  double coeff(Index i, Index j) const {
    return self().data()[i + j * self().outerStride()];
  }
  double &coeffRef(Index i, Index j) {
    return self().data()[i + j * self().outerStride()];
  }
};
class Mat : public Dense<Mat> {
  std::vector<double> Storage;
  Index Rows, Cols;

public:
  const double *data() const { return Storage.data(); }
  double *data() { return Storage.data(); }
  Index outerStride() const { return Rows; }
  Index rows() const { return Rows; }
  Index cols() const { return Cols; }
};
template <typename A, typename B, typename C>
void product(const Dense<A> &a, const Dense<B> &b, Dense<C> &c) {
  for (Index j = 0; j < c.self().cols(); ++j)
    for (Index i = 0; i < c.self().rows(); ++i)
      for (Index k = 0; k < a.self().cols(); ++k)
        c.coeffRef(i, j) += a.coeff(i, k) * b.coeff(k, j);
}
template void product(const Dense<Mat> &, const Dense<Mat> &, Dense<Mat> &);
