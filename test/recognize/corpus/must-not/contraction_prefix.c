// The sum so far is stored for each value of an axis of the sum.
// expect: 0
void contract(int n, const float *restrict A, const float *restrict B,
              float *restrict C) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      float sum = 0;
      for (int d = 0; d < n; d++) {
        for (int e = 0; e < n; e++)
          sum += A[(a * n + d) * n + e] * B[(b * n + e) * n + d];
        C[(a * n + b) * n + d] = sum;
      }
    }
}
