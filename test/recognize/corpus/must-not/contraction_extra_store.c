// Each step of the sum also writes to an array that the next one reads.
// expect: 0
void contract(int n, float *A, const float *B, float *restrict C) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int d = 0; d < n; d++)
        for (int e = 0; e < n; e++) {
          C[a * n + b] += A[(a * n + d) * n + e] * B[(b * n + e) * n + d];
          A[(a * n + d) * n + e] = C[a * n + b];
        }
}
