// 16 by 16 matrices: LLVM would unroll the loops.
// expect: 1
void gemm16(const float a[restrict 16][16], const float b[restrict 16][16],
            float c[restrict 16][16]) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 16; k++)
        c[i][j] += a[i][k] * b[k][j];
}
