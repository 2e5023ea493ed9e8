/* Calls the affine form of a workload, as a source-to-source compiler has left it
 * in FORM: constant sizes, arrays of two dimensions. */
#include "../workloads/product.h"
#undef a
#undef b
#undef c
#include FORM

PRODUCT { affine(alpha, (void *)A, (void *)B, beta, (void *)C); }
