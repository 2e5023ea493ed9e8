// B counts where its mask is set.
// expect: 1
void gemm(int n, const float *a, const float *b, const unsigned char *mask,
          float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * (mask[k * n + j] ? b[k * n + j] : 0.0f);
      c[i * n + j] = sum;
    }
}
