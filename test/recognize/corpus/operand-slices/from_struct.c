// The elements are members of structs.
// expect: 1
struct cell {
  int id;
  float value, weight;
};
void gemm(int n, const struct cell *a, const struct cell *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k].value * a[i * n + k].weight * b[k * n + j].value;
      c[i * n + j] = sum;
    }
}
