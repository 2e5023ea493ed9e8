// Pointers step through A, B and C.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++, a += p)
    for (int j = 0; j < n; j++) {
      const float *x = a, *y = b + j;
      float sum = 0;
      for (int k = 0; k < p; k++, y += n)
        sum += *x++ * *y;
      *c++ = sum;
    }
}
