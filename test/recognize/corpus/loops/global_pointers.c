// Everything is global.
// expect: 1
int n;
float *a, *b, *c;
void gemm(void) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
