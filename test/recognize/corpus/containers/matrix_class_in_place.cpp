// A matrix class, summed in place: sizes and pointers are read in each step.
// expect: 1
struct Matrix {
  int Rows, Cols;
  float *Data;
  float &operator()(int i, int j) { return Data[i * Cols + j]; }
  float operator()(int i, int j) const { return Data[i * Cols + j]; }
};
void gemm(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < c.Rows; i++)
    for (int j = 0; j < c.Cols; j++)
      for (int k = 0; k < a.Cols; k++)
        c(i, j) += a(i, k) * b(k, j);
}
