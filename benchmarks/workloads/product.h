/* What every workload defines, and every library's adapter too. `scripts/bench`
 * says with -D what the element types LEFT, RIGHT and SUM are, which matrices
 * are stored by columns (A_COLUMN, B_COLUMN, C_COLUMN: 0 or 1), and, where
 * sizes are constant, M, N and K. Matrices of a batch lie one behind the other.
 */
#ifndef GEMMIFY_BENCHMARKS_PRODUCT_H
#define GEMMIFY_BENCHMARKS_PRODUCT_H

#ifdef __cplusplus
#include <complex>
#define COMPLEX(T) std::complex<T>
#define restrict __restrict
#define C_FUNCTION extern "C"
#else
#define COMPLEX(T) _Complex T
#define C_FUNCTION
#endif

#define PRODUCT                                                                \
  C_FUNCTION void product(long batch, long m, long n, long k, SUM alpha,       \
                          const LEFT *restrict A, long lda,                    \
                          const RIGHT *restrict B, long ldb, SUM beta,         \
                          SUM *restrict C, long ldc)

/* Stands before a loop that threads of its own may share. */
#ifndef PARALLEL
#define PARALLEL
#endif

/* Elements by row and column, in whichever layout. */
#define a(i, k) A[A_COLUMN ? (i) + (k) * lda : (i) * lda + (k)]
#define b(k, j) B[B_COLUMN ? (k) + (j) * ldb : (k) * ldb + (j)]
#define c(i, j) C[C_COLUMN ? (i) + (j) * ldc : (i) * ldc + (j)]

#endif
