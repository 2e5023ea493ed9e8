/* The same products, compiled with the plugin (gemmify…) and without (plain…):
 * C = A * B, n×n, row-major. */
#ifndef GEMMIFY_BENCHMARKS_INT8_PRODUCT_H
#define GEMMIFY_BENCHMARKS_INT8_PRODUCT_H

#include <stdint.h>

#define JOIN_(X, Y) X##Y
#define JOIN(X, Y) JOIN_(X, Y)
#define DECLARE(PREFIX)                                                        \
  void JOIN(PREFIX, S8S8)(int, const int8_t *, const int8_t *, int32_t *);     \
  void JOIN(PREFIX, U8S8)(int, const uint8_t *, const int8_t *, int32_t *);    \
  void JOIN(PREFIX, S16S16)(int, const int16_t *, const int16_t *, int32_t *);

#ifdef __cplusplus
extern "C" {
#endif
DECLARE(gemmify)
DECLARE(plain)
#ifdef __cplusplus
}
#endif

#endif
