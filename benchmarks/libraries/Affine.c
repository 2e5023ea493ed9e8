/* Calls the affine form of a workload, as a source-to-source compiler has left it
 * in FORM: constant sizes, arrays of two dimensions. */
#include "../workloads/product.h"
#undef a
#undef b
#undef c
#include FORM

PRODUCT {
  for (long x = 0; x < batch; ++x)
    affine(alpha, (void *)(A + x * m * k), (void *)(B + x * k * n), beta,
           (void *)(C + x * m * n));
}
