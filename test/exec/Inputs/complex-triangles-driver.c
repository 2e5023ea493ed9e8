/* Calls trmm_, trsm_, herk_, syr2k_ and her2k_ of complex matrices in all their
 * ways. Prints what they compute, and to stderr which ways have taken workspace. The
 * matrices hold zeros of both signs, infinities and NaN. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 111, LD = N + 3 };
typedef REAL complex Element;
static Element a[N * LD], b[N * LD], c[N * LD];
extern void *workspaces[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

typedef const char *Letter;
typedef int *Size;
void trmm_(Letter, Letter, Letter, Letter, Size, Size, Element *, Element *,
           Size, Element *, Size, ...);
void trsm_(Letter, Letter, Letter, Letter, Size, Size, Element *, Element *,
           Size, Element *, Size, ...);
void herk_(Letter, Letter, Size, Size, REAL *, Element *, Size, REAL *,
           Element *, Size, ...);
void syr2k_(Letter, Letter, Size, Size, Element *, Element *, Size, Element *,
            Size, Element *, Element *, Size, ...);
void her2k_(Letter, Letter, Size, Size, Element *, Element *, Size, Element *,
            Size, REAL *, Element *, Size, ...);
int lsame_(const char *x, const char *y, ...) { return *x == *y; }

static uint64_t state = 1;
static uint64_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}
static REAL number(int kind) {
  if (kind > 0 && next() % 3000 == 0)
    return next() & 1 ? (REAL)0 : -(REAL)0;
  if (kind > 1 && next() % 3000 == 0)
    return next() & 1 ? INFINITY : NAN;
  return (REAL)next() / (REAL)(1u << 31) - (REAL)0.5;
}

/* Kind 0 has no zero, each one after that more than the one before. */
static void fill(int kind) {
  REAL *all[] = {(REAL *)a, (REAL *)b, (REAL *)c};
  for (int i = 0; i < 2 * N * LD; i++)
    for (int of = 0; of < 3; of++)
      all[of][i] = number(kind) / (of == 2 ? 1 : N);
  for (int i = 0; i < N; i++)
    a[i * (LD + 1)] += (REAL)1.5;
  for (int i = 0; kind > 0 && i < N; i++)
    a[next() % (N * LD)] = b[next() % (N * LD)] = c[next() % (N * LD)] = 0;
}

static uint64_t hash(void) {
  uint64_t h = 0;
  const REAL *all = (REAL *)c;
  for (int i = 0; i < 2 * N * LD; i++) {
    uint64_t bits = 7; /* Which NaN it is is the processor's choice. */
    if (!isnan(all[i]))
      memcpy(&bits, &all[i], sizeof *all);
    h = (h ^ bits) * 0x100000001b3;
  }
  return h;
}

static void call(const char *name, int run) {
  static int sizes[][2] = {{N, N}, {N, 97}, {89, N}};
  int ld = LD, *size = sizes[run % 3];
  const REAL scales[] = {0, 1, (REAL)0.5};
  REAL alpha = run & 1 ? 1 : (REAL)1.25, beta = scales[run / 3 % 3];
  Element factor = alpha + (run & 2 ? (REAL)0.25 * I : 0);
  Element kept = beta;
  switch (name[0]) {
  case 'M':
  case 'S':
    (name[0] == 'M' ? trmm_ : trsm_)(&name[1], &name[2], &name[3], &name[4],
                                     &size[0], &size[1], &factor, a, &ld, c,
                                     &ld, 1, 1, 1, 1);
    break;
  case 'H':
    herk_(&name[1], &name[2], &size[0], &size[1], &alpha, a, &ld, &beta, c, &ld,
          1, 1);
    break;
  case 'Y':
    syr2k_(&name[1], &name[2], &size[0], &size[1], &factor, a, &ld, b, &ld,
           &kept, c, &ld, 1, 1);
    break;
  case 'D':
    her2k_(&name[1], &name[2], &size[0], &size[1], &factor, a, &ld, b, &ld,
           &beta, c, &ld, 1, 1);
  }
}

int main(void) {
  for (int way = 0; way < 60; way++) {
    const int of = way < 48 ? way % 24 : way - 48;
    char name[] = {"MSHYD"[way < 48 ? way / 24 : 2 + of / 4], "LR"[of & 1],
                   "UL"[of >> 1 & 1], "NTC"[of >> 3], "NU"[of >> 2 & 1], 0};
    if (way >= 48) {
      name[1] = "UL"[of & 1];
      name[2] = "NC"[of >> 1 & 1];
      name[3] = 0;
    }
    uint64_t all = 0;
    int used = 0;
    for (int run = 0; run < 18; run++) {
      fill(run / 6);
      call(name, run);
      all = all * 31 + hash();
      if (workspaces && workspaces[0]) {
        used = 1;
        memset(workspaces, 0, 65 * sizeof *workspaces);
      }
    }
    printf("%s %016llx\n", name, (unsigned long long)all);
    if (used)
      fprintf(stderr, "%s ", name);
  }
  fprintf(stderr, "\n");
  return 0;
}
