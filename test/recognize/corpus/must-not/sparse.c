// A sparse matrix times a dense one.
// expect: 0
void spmm(int m, int n, const int *start, const int *col, const float *value,
          const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int e = start[i]; e < start[i + 1]; e++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += value[e] * b[col[e] * n + j];
}
