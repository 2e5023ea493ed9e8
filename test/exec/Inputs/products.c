/* See products.h. SET names the table. */

#include "products.h"

#define CAT_(A, B) A##B
#define CAT(A, B) CAT_(A, B)

#define PRODUCT(NAME, M, N, K, IN, OUT, ...)                                   \
  static __attribute__((noinline)) void NAME(                                  \
      long m, long n, long kk, const void *av, const void *bv, void *cv,       \
      long ldc) {                                                              \
    const IN *a = av, *b = bv;                                                 \
    OUT *c = cv;                                                               \
    __VA_ARGS__                                                                \
  }
#define FOR(V, N) for (long V = 0; V < (N); V++)
#define SUM(K, LDB) FOR(k, K) s += a[i * (K) + k] * b[k * (LDB) + j];

#define PRODUCTS_ANY                                                           \
  ANY(f32, float, float, FOR(i, m) FOR(j, n) {                                 \
    float s = c[i * ldc + j];                                                  \
    SUM(kk, n)                                                                 \
    c[i * ldc + j] = s;                                                        \
  })                                                                           \
  ANY(f64, double, double, FOR(i, m) FOR(j, n) {                               \
    double s = 0;                                                              \
    SUM(kk, n)                                                                 \
    c[i * ldc + j] = s;                                                        \
  })                                                                           \
  ANY(in_memory, double, double, FOR(i, m) FOR(k, kk) FOR(j, n)                \
      c[i * ldc + j] += a[i * kk + k] * b[k * n + j];)                         \
  ANY(bytes, int8_t, int32_t, FOR(i, m) FOR(j, n) {                            \
    int32_t s = c[i * ldc + j];                                                \
    SUM(kk, n)                                                                 \
    c[i * ldc + j] = s;                                                        \
  })                                                                           \
  ANY(rests, float, float, FOR(i, m) FOR(j, n) {                               \
    float s = 0;                                                               \
    SUM(kk, n)                                                                 \
    c[i * ldc + j] = 0.5f * c[i * ldc + j] + s;                                \
  })
#define PRODUCTS_FIXED                                                         \
  FIXED(small, 8, 9, 7, float)                                                 \
  FIXED(middle, 24, 24, 24, double)                                            \
  FIXED(large, 100, 70, 90, float)

#define ANY(NAME, IN, OUT, ...) PRODUCT(NAME, 0, 0, 0, IN, OUT, __VA_ARGS__)
#define FIXED(NAME, M, N, K, T)                                                \
  PRODUCT(NAME, M, N, K, T, T, (void)m; (void)n; (void)kk;                     \
          FOR(i, M) FOR(j, N) {                                                \
    T s = c[i * ldc + j];                                                      \
    SUM(K, N)                                                                  \
    c[i * ldc + j] = s;                                                        \
  })
PRODUCTS_ANY PRODUCTS_FIXED
#undef ANY
#undef FIXED

#define ANY(NAME, IN, OUT, ...)                                                \
  {#NAME, 0, 0, 0, sizeof(IN), sizeof(OUT), NAME},
#define FIXED(NAME, M, N, K, T) {#NAME, M, N, K, sizeof(T), sizeof(T), NAME},
product_set CAT(SET, _products) = {PRODUCTS_ANY PRODUCTS_FIXED};
