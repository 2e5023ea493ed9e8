/* Calls trmm_ and trsm_ in all their ways. Prints what they compute, and to
 * stderr which ways have taken workspace. B holds zeros of both signs, numbers
 * that vanish where they are divided, infinities and NaN. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 111, LD = N + 3 };
static REAL a[N * LD], b[N * LD];
extern void *workspaces[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

typedef void Form(const char *, const char *, const char *, const char *,
                  int *, int *, REAL *, REAL *, int *, REAL *, int *, ...);
Form trmm_, trsm_;

int lsame_(const char *x, const char *y, ...) { return *x == *y; }
void xerbla_(const char *x, const int *y, ...) { printf("wrong: %d\n", *y); }

static uint64_t state = 1;
static uint64_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}
static REAL number(void) { return (REAL)next() / (REAL)(1u << 31) - (REAL)0.5; }
static REAL zero(void) { return next() & 1 ? (REAL)0 : -(REAL)0; }

/* Kind 0 has no zero, each one after that more than the one before. */
static void fill(int kind) {
  const REAL least = sizeof(REAL) == 8 ? (REAL)4.9e-324 : (REAL)1.4e-45;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < LD; i++) {
      REAL *x = &a[j * LD + i], *y = &b[j * LD + i];
      *x = number() / N + (i == j ? (REAL)1.5 : 0);
      *y = number();
      if (kind > 0 && next() % 5000 == 0)
        *y = zero();
      if (kind > 1 && next() % 5000 == 0)
        *x = zero();
      if (kind > 2 && next() % 7 == 0)
        *y = zero();
      if (kind > 2 && next() % 2000 == 0)
        *y = next() & 1 ? INFINITY : NAN;
      if (kind > 2 && next() % 2000 == 0)
        *x = INFINITY;
      if (kind > 2 && next() % 300 == 0)
        *y = least;
      if (kind > 2 && next() % 300 == 0)
        *x = (REAL)1e30;
    }
}

int main(void) {
  static int sizes[][2] = {{N, N}, {N, 97}, {89, N}};
  int ld = LD;
  for (int way = 0; way < 32; way++) {
    char name[] = {way < 16 ? 'M' : 'S', "LR"[way & 1], "UL"[way >> 1 & 1],
                   "NT"[way >> 2 & 1], "NU"[way >> 3 & 1], 0};
    uint64_t hash = 0;
    int used = 0;
    for (int run = 0; run < 12; run++) {
      int *size = sizes[run % 3];
      REAL alpha = run & 1 ? 1 : (REAL)1.7;
      fill(run / 3);
      (way < 16 ? trmm_ : trsm_)(&name[1], &name[2], &name[3], &name[4],
                                 &size[0], &size[1], &alpha, a, &ld, b, &ld, 1,
                                 1, 1, 1);
      for (int i = 0; i < N * LD; i++) {
        /* Which NaN it is is the processor's choice. */
        uint64_t bits = 7;
        if (!isnan(b[i]))
          memcpy(&bits, &b[i], sizeof *b);
        hash = (hash ^ bits) * 0x100000001b3;
      }
      if (workspaces && workspaces[0]) {
        used = 1;
        memset(workspaces, 0, 65 * sizeof *workspaces);
      }
    }
    printf("%s %016llx\n", name, (unsigned long long)hash);
    if (used)
      fprintf(stderr, "%s ", name);
  }
  fprintf(stderr, "\n");
  return 0;
}
