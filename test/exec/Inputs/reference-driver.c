/* Calls gemm_ in all its ways. Prints what it computes, and to stderr in how
 * many of them a kernel has taken workspace. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef PARTS /* of an element: 2 where it is complex */
#define PARTS 1
#endif
enum { N = 213 / PARTS, LD = N + 2, SIZE = PARTS * N * LD };
static REAL a[SIZE], b[SIZE], c[SIZE];
extern void *workspaces[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

int gemm_(const char *, const char *, int *, int *, int *, REAL *, REAL *,
          int *, REAL *, int *, REAL *, REAL *, int *, ...);

static uint64_t state = 1;
static void fill(REAL *x) {
  for (int i = 0; i < SIZE; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x[i] = (REAL)((int64_t)state >> 11) / (REAL)(INT64_C(1) << 50);
  }
}

int main(void) {
  int n = N, ld = LD, used = 0;
  REAL alpha[] = {(REAL)1.7, (REAL)-0.6};
  REAL betas[][2] = {{0}, {1}, {(REAL)2.3, (REAL)0.4}};
  const int ops = 1 + PARTS, ways = 3 * ops * ops;
  for (int way = 0; way < ways; way++) {
    fill(a), fill(b), fill(c);
    gemm_(&"NTC"[way % ops], &"NTC"[way / ops % ops], &n, &n, &n, alpha, a, &ld,
          b, &ld, betas[way / ops / ops], c, &ld);
    uint64_t hash = 0, bits = 0;
    for (int i = 0; i < SIZE; i++) {
      memcpy(&bits, &c[i], sizeof *c);
      hash = (hash ^ bits) * 0x100000001b3;
    }
    printf("%d %016llx\n", way, (unsigned long long)hash);
    if (workspaces && workspaces[0]) {
      used++;
      memset(workspaces, 0, 65 * sizeof *workspaces);
    }
  }
  fprintf(stderr, "%d of %d by kernels\n", used, ways);
  return 0;
}
