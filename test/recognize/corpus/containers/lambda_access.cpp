// Lambdas that index.
// expect: 1
void gemm(int n, const float *pa, const float *pb, float *pc, int ld) {
  auto a = [=](int i, int j) { return pa[i * ld + j]; };
  auto b = [=](int i, int j) { return pb[i * ld + j]; };
  auto c = [=](int i, int j) -> float & { return pc[i * ld + j]; };
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c(i, j) += a(i, k) * b(k, j);
}
