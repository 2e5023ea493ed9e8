// Arrays of known size with -fsanitize=bounds, which traps.
// expect: 1
// flags: -fsanitize=bounds -fsanitize-trap=bounds
enum { Max = 200 };
float A[Max][Max], B[Max][Max], C[Max][Max];
void gemm(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += A[i][k] * B[k][j];
      C[i][j] = sum;
    }
}
