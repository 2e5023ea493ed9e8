// Loops that end at a pointer.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (const float *row = a; row != a + m * p; row += p)
    for (const float *col = b; col != b + n; ++col) {
      float sum = 0;
      const float *y = col;
      for (const float *x = row; x != row + p; ++x, y += n)
        sum += *x * *y;
      *c++ = sum;
    }
}
