/* Runs a product of N×N matrices so many times: Main N REPETITIONS. With
 * -DBLAS=cblas_sgemm, that of a library. */

#include <stdio.h>
#include <stdlib.h>

#ifdef BLAS
enum { RowMajor = 101, NoTrans = 111 };
void BLAS(int, int, int, int, int, int, SUM, const OPERAND *, int,
          const OPERAND *, int, SUM, SUM *, int);
char *openblas_get_config(void);
char *openblas_get_corename(void);
static void product(long N, const OPERAND *A, const OPERAND *B, SUM *C) {
  int n = (int)N;
  BLAS(RowMajor, NoTrans, NoTrans, n, n, n, 1, A, n, B, n, 1, C, n);
}
#else
void product(long, const OPERAND *, const OPERAND *, SUM *);
#endif

int main(int argc, char **argv) {
  long N = argc > 1 ? atol(argv[1]) : 64, Count = argc > 2 ? atol(argv[2]) : 1;
  OPERAND *A = malloc(N * N * sizeof(OPERAND));
  OPERAND *B = malloc(N * N * sizeof(OPERAND));
  SUM *C = malloc(N * N * sizeof(SUM)), Total = 0;
  for (long I = 0; I < N * N; ++I) {
    A[I] = (OPERAND)(I % 7 - 3);
    B[I] = (OPERAND)(I % 5 - 2);
    C[I] = 0;
  }
  for (long I = 0; I < Count; ++I)
    product(N, A, B, C);
  for (long I = 0; I < N * N; ++I)
    Total += C[I];
  printf("sum %g\n", (double)Total);
#ifdef BLAS
  printf("library %s %s\n", openblas_get_config(), openblas_get_corename());
#endif
  return 0;
}
