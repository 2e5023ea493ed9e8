// A matrix class with operator()(i, j).
// expect: 1
#include <vector>
class Matrix {
  int Rows, Cols;
  std::vector<double> Data;

public:
  Matrix(int R, int C) : Rows(R), Cols(C), Data(R * C) {}
  int rows() const { return Rows; }
  int cols() const { return Cols; }
  double &operator()(int i, int j) { return Data[i * Cols + j]; }
  double operator()(int i, int j) const { return Data[i * Cols + j]; }
};
void gemm(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < a.rows(); i++)
    for (int j = 0; j < b.cols(); j++) {
      double sum = 0;
      for (int k = 0; k < a.cols(); k++)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}
