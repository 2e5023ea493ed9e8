// operator[] returns a proxy that knows its matrix and row.
// expect: 1
class Matrix {
  float *Data;
  unsigned long Cols;

public:
  struct Row {
    Matrix &M;
    unsigned long I;
    float &operator[](unsigned long j) { return M.Data[I * M.Cols + j]; }
  };
  Row operator[](unsigned long i) { return {*this, i}; }
};
void gemm(unsigned long n, Matrix &a, Matrix &b, Matrix &c) {
  for (unsigned long i = 0; i < n; i++)
    for (unsigned long j = 0; j < n; j++) {
      float sum = 0;
      for (unsigned long k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
