// An axis that all three have, and none of the sum beside it: no matrix is multiplied.
// expect: 0
void multiply(int n, const float *restrict A, const float *restrict B,
              float *restrict C) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int d = 0; d < n; d++)
        C[(a * n + b) * n + d] += A[(a * n + b) * n + d] * B[(b * n + a) * n + d];
}
