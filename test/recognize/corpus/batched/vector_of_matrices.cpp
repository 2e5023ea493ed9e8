// A std::vector of matrices.
// expect: 1
#include <vector>
struct Matrix {
  int Rows, Cols;
  std::vector<float> Data;
  float &operator()(int i, int j) { return Data[i * Cols + j]; }
  float operator()(int i, int j) const { return Data[i * Cols + j]; }
};
void batched(const std::vector<Matrix> &a, const std::vector<Matrix> &b,
             std::vector<Matrix> &c) {
  for (std::size_t t = 0; t < c.size(); t++)
    for (int i = 0; i < a[t].Rows; i++)
      for (int j = 0; j < b[t].Cols; j++) {
        float sum = 0;
        for (int k = 0; k < a[t].Cols; k++)
          sum += a[t](i, k) * b[t](k, j);
        c[t](i, j) = sum;
      }
}
