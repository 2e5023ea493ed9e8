/* Runs the updates of reference-updates.F90 and prints what C holds then, in hexadecimal
   digits of a sum over its bits: the same for two builds that compute the same. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ARGS                                                                   \
  (const int *n, const int *k, const real *alpha, const real *a,               \
   const int *lda, const real *b, const int *ldb, const real *beta, real *c,   \
   const int *ldc)
typedef REAL real;
typedef void update ARGS;
update gemm_, syrk_upper_, syrk_lower_, syr2k_upper_, syr2k_lower_,
    syr2k_upper_trans_, syr2k_lower_trans_;

enum { Most = 150 };
static real A[Most * Most], B[Most * Most], C[Most * Most];
static unsigned State = 1;
static unsigned draw(void) { return (State = State * 1664525 + 1013904223) >> 8; }

int main(void) {
  update *const Updates[] = {gemm_, syrk_upper_, syrk_lower_, syr2k_upper_, syr2k_lower_,
                             syr2k_upper_trans_, syr2k_lower_trans_};
  const int Sizes[][2] = {{0, 5}, {5, 0}, {1, 1}, {7, 9}, {33, 19}, {64, 61}, {97, 130}};
  const real Betas[] = {0, 1, -0.0, 0.5}, alpha = -0.75;
  const int ld = Most;
  for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; S++)
    for (unsigned Case = 0; Case < 16; Case++)
      for (unsigned U = 0; U < 7; U++) {
        const int n = Sizes[S][0], k = Sizes[S][1];
        for (int At = 0; At < Most * Most; At++) {
          A[At] = 1 + draw() % 100;
          B[At] = 1 + draw() % 100;
        }
        for (int At = 0; At < Most * Most; At++)
          C[At] = draw() % 9 ? 1 + draw() % 100 : -0.0;
        // No zeros, one, a column of them, one beside an infinity.
        if (Case / 4)
          for (int At = 0; At < (Case / 4 == 2 ? n : 1) && n && k; At++)
            A[n / 2 + At % (n - n / 2) + (k / 2) * ld] = B[k / 2 + (n / 2 + At % (n - n / 2)) * ld] = B[n / 2 + (k / 2) * ld] = 0;
        if (Case / 4 == 3 && n && k)
          A[(k / 2) * ld] = INFINITY;
        Updates[U](&n, &k, &alpha, A, &ld, B, &ld, &Betas[Case % 4], C, &ld);
        uint64_t Sum = 0, Bits = 0;
        for (int At = 0; At < Most * Most; At++) {
          memcpy(&Bits, &C[At], sizeof(real));
          Sum = Sum * 31 + (C[At] == C[At] ? Bits : 7);
        }
        printf("%d %d %u %u %016llx\n", n, k, Case, U, (unsigned long long)Sum);
      }
}
