// As ncnn has it: the sum starts from what a switch chooses.
// expect: 1
void gemm(int m, int n, int kk, int type, const float *restrict a, const float *restrict b,
          const float *restrict bias, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      switch (type) {
      case 0: s = bias[0]; break;
      case 1:
      case 2: s = bias[i]; break;
      case 3: s = bias[i * n + j]; break;
      case 4: s = bias[j]; break;
      }
      for (int k = 0; k < kk; k++)
        s += a[i * kk + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
