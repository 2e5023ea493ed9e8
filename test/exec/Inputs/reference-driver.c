/* Calls gemm_ in all its ways. Prints what it computes, and to stderr in how
 * many of them a kernel has taken workspace. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 213, LD = N + 2 };
static REAL a[N * LD], b[N * LD], c[N * LD];
extern void *workspaces[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

int gemm_(const char *, const char *, int *, int *, int *, REAL *, REAL *,
          int *, REAL *, int *, REAL *, REAL *, int *, ...);

static uint64_t state = 1;
static void fill(REAL *x) {
  for (int i = 0; i < N * LD; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x[i] = (REAL)((int64_t)state >> 11) / (REAL)(INT64_C(1) << 50);
  }
}

int main(void) {
  int n = N, ld = LD, used = 0;
  REAL alpha = (REAL)1.7, betas[] = {0, 1, (REAL)2.3};
  for (int way = 0; way < 12; way++) {
    fill(a), fill(b), fill(c);
    gemm_(&"NT"[way & 1], &"NT"[way >> 1 & 1], &n, &n, &n, &alpha, a, &ld, b,
          &ld, &betas[way >> 2], c, &ld);
    uint64_t hash = 0, bits = 0;
    for (int i = 0; i < N * LD; i++) {
      memcpy(&bits, &c[i], sizeof *c);
      hash = (hash ^ bits) * 0x100000001b3;
    }
    printf("%d %016llx\n", way, (unsigned long long)hash);
    if (workspaces && workspaces[0]) {
      used++;
      memset(workspaces, 0, 65 * sizeof *workspaces);
    }
  }
  fprintf(stderr, "%d of 12 by kernels\n", used);
  return 0;
}
