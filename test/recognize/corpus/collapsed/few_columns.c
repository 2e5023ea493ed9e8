// One loop over all points; what each row of one matrix adds alone is too little.
// expect: 1
static __attribute__((noinline)) void product(int nb, int nd, int ne, const double *A, const double *B, long sb0, long sb1,
                                              long sb2, double *C, long sc0, long sc1, long sc2) {
  for (int t = ne; t + 1 < nd * nb * ne; ++t) {
    int d = t / (nb * ne), b = t / ne % nb, e = t % ne;
    for (int c = 3; c-- > 0;)
      C[b * sc0 + c * sc1 + d * sc2] += A[b + e] * B[e * sb0 + c * sb1 + d * sb2];
  }
}
void run(int m, int n, int k, const double *A, const double *B, double *C) {
  int nb = n % 3, ne = k % 11, nd = m / 3;
  if (nb > 0 && nd > 0 && ne > 0)
    product(nb, nd, ne, A, B, 3 * nd, nd, 1, C, 3 * nd, nd, 1);
}
