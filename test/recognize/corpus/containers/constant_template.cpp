// Sizes are template parameters.
// expect: 1
template <typename T, int M, int N> struct Matrix {
  T Elements[M][N];
};
template <typename T, int M, int N, int P>
Matrix<T, M, N> operator*(const Matrix<T, M, P> &a, const Matrix<T, P, N> &b) {
  Matrix<T, M, N> c{};
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < P; k++)
        c.Elements[i][j] += a.Elements[i][k] * b.Elements[k][j];
  return c;
}
template Matrix<float, 40, 48> operator*(const Matrix<float, 40, 32> &,
                                         const Matrix<float, 32, 48> &);
