/// Prints what the nests of recognize/two-bounds.test compute.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long Nest(long N, long M, double *A, double *B, double *C);
Nest read_bounds __asm__("read"), inner_bounds __asm__("inner");

enum { MOST_ROWS = 80, MOST = 100, SIZE = MOST_ROWS * MOST, BY = MOST * MOST };

static void run(const char *Name, Nest *Of, long N, long M) {
  double *A = malloc(SIZE * sizeof *A), *B = malloc(BY * sizeof *B),
         *C = malloc(SIZE * sizeof *C);
  for (long I = 0; I < SIZE; I++) {
    A[I] = I * 7 % 13 / 3.0;
    C[I] = I * 5 % 11 / 7.0;
  }
  for (long I = 0; I < BY; I++)
    B[I] = I * 3 % 17 / 5.0;
  Of(N, M, A, B, C);
  uint64_t Hash = 0;
  for (long I = 0; I < SIZE; I++) {
    uint64_t Bits;
    memcpy(&Bits, &C[I], sizeof Bits);
    Hash = Hash * 1000003 + Bits;
  }
  printf("%s %ld %ld %llx\n", Name, N, M, (unsigned long long)Hash);
  free(A);
  free(B);
  free(C);
}

int main(void) {
  static const long Ns[] = {1, 2, 7, 33, 64, 100},
                    Ms[] = {0, 1, 2, 16, 31, 32, 33, 70, 200};
  for (size_t N = 0; N < sizeof Ns / sizeof *Ns; N++)
    for (size_t M = 0; M < sizeof Ms / sizeof *Ms; M++) {
      run("read", read_bounds, Ns[N], Ms[M]);
      run("inner", inner_bounds, Ns[N], Ms[M]);
    }
}
