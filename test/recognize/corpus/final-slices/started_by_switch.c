// A loop that starts the sums by a switch, before a product of constant size:
// nothing of the source's loops is left.
// expect: 1
void f(int type, const float *restrict A, const float *restrict B,
       const float *restrict D, float *restrict C) {
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 64; j++) {
      float s = 1;
      switch (type) {
      case 0: s = D[0]; break;
      case 1: s = D[i]; break;
      case 3: s = D[i * 64 + j]; break;
      case 4: s = D[j]; break;
      }
      C[i * 64 + j] = s;
    }
    for (int k = 0; k < 64; k++)
      for (int j = 0; j < 64; j++)
        C[i * 64 + j] += A[i * 64 + k] * B[k * 64 + j];
  }
}
