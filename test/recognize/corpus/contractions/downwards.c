// Loops that count down, and a sum that starts in the middle of an axis.
// expect: 1
void contract(int n, int from, const float *restrict A, const float *restrict B,
              float *restrict C) {
  for (int a = n - 1; a >= 0; a--)
    for (int c = n - 1; c >= 0; c--)
      for (int b = 0; b < n; b++)
        for (int d = from; d < n; d++)
          for (int e = n - 1; e >= 0; e--)
            C[(a * n + b) * n + c] +=
                A[((a * n + e) * n + b) * n + d] * B[(d * n + c) * n + e];
}
