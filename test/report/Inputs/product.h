// Two objects have this one.
static void product(int n, const float *A, const float *B, float *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
inline void shared(const float *A, const float *B, float *C) {
  product(300, A, B, C);
}
