// operator[] with two indices, as in C++23.
// expect: 1
// flags: -std=c++23
struct View {
  double *Data;
  int Ld;
  double &operator[](int i, int j) const { return Data[i * Ld + j]; }
};
void gemm(int n, View a, View b, View c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i, j] += a[i, k] * b[k, j];
}
