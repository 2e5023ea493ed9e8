/* Nests of three and more loops that are no products of matrices, for
 * benchmarks/compile-time: what recognition looks at and leaves alone. */

#define CAT(x, y) CAT2(x, y)
#define CAT2(x, y) x##y
#define NAME(f) CAT(f, SUFFIX)

#define T float
#define SUFFIX _f
#include "nests.h"
#undef T
#undef SUFFIX

#define T double
#define SUFFIX _d
#include "nests.h"
#undef T
#undef SUFFIX

#define T int
#define SUFFIX _i
#include "nests.h"
#undef T
#undef SUFFIX

#define T short
#define SUFFIX _s
#include "nests.h"
