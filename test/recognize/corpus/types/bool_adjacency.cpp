// Paths of length two in a graph whose edges are bool.
// expect: 1
void paths(int n, const bool *edge, int *count) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int k = 0; k < n; k++)
        sum += edge[i * n + k] * edge[k * n + j];
      count[i * n + j] = sum;
    }
}
