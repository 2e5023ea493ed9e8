// operator* of a matrix class that owns its elements.
// expect: 1
#include <memory>
class Matrix {
public:
  Matrix(size_t R, size_t C) : R(R), C(C), D(new double[R * C]()) {}
  double &at(size_t i, size_t j) { return D[i * C + j]; }
  const double &at(size_t i, size_t j) const { return D[i * C + j]; }
  Matrix operator*(const Matrix &B) const {
    Matrix P(R, B.C);
    for (size_t i = 0; i < R; ++i)
      for (size_t j = 0; j < B.C; ++j)
        for (size_t k = 0; k < C; ++k)
          P.at(i, j) += at(i, k) * B.at(k, j);
    return P;
  }

private:
  size_t R, C;
  std::unique_ptr<double[]> D;
};
Matrix square(const Matrix &A) { return A * A; }
