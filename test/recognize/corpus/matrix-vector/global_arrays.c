// Global arrays of constant size, sum in memory.
// expect: 1
double A[300][200], x[200], y[300];
void multiply(void) {
  for (int i = 0; i < 300; i++) {
    y[i] = 0;
    for (int k = 0; k < 200; k++)
      y[i] += A[i][k] * x[k];
  }
}
