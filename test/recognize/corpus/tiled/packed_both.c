// Blocks of A and B are copied into local arrays; their product is inside.
// expect: 1
enum { T = 64 };
static int min(int x, int y) { return x < y ? x : y; }
void gemm(int n, const float *a, const float *b, float *c) {
  float ta[T][T], tb[T][T];
  for (int ii = 0; ii < n; ii += T)
    for (int jj = 0; jj < n; jj += T)
      for (int kk = 0; kk < n; kk += T) {
        int mi = min(T, n - ii), mj = min(T, n - jj), mk = min(T, n - kk);
        for (int i = 0; i < mi; i++)
          for (int k = 0; k < mk; k++)
            ta[i][k] = a[(ii + i) * n + kk + k];
        for (int k = 0; k < mk; k++)
          for (int j = 0; j < mj; j++)
            tb[k][j] = b[(kk + k) * n + jj + j];
        for (int i = 0; i < mi; i++)
          for (int j = 0; j < mj; j++)
            for (int k = 0; k < mk; k++)
              c[(ii + i) * n + jj + j] += ta[i][k] * tb[k][j];
      }
}
