#ifndef ATTRIBUTE
#define ATTRIBUTE
#endif
#ifdef BYTES
typedef signed char factor;
typedef int sum;
#else
typedef float factor, sum;
#endif
ATTRIBUTE void product(int m, int n, int k, const factor *restrict a,
                       const factor *restrict b, sum *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        c[i * n + j] += a[i * k + p] * b[p * n + j];
}
