// Transitive closure: or and and.
// expect: 0
void closure(int n, const unsigned char *a, const unsigned char *b,
             unsigned char *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] |= a[i * n + k] & b[k * n + j];
}
