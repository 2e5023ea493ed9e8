/* Succeeds when pipeline/Inputs/product.c, linked with it, multiplies by 512-bit
 * vectors on this processor: they leave something in registers that nothing
 * else here uses (the C library does, but no more than 256 bits of them). */
#include <stdio.h>
#include <string.h>

enum { N = 100 };
static float a[N * N], b[N * N], c[N * N];

void product(int m, int n, int l, const float *a, int lda, const float *b,
             int ldb, float *c, int ldc);

__attribute__((target("avx512f"))) static void clear(void) {
  __asm__ volatile("vpxord %%zmm30, %%zmm30, %%zmm30\n"
                   "vpxord %%zmm31, %%zmm31, %%zmm31" ::
                       : "xmm30", "xmm31");
}

__attribute__((target("avx512f"))) static void save(float to[32]) {
  __asm__ volatile("vmovups %%zmm30, (%0)\n"
                   "vmovups %%zmm31, 64(%0)" ::"r"(to)
                   : "memory");
}

int main(void) {
  float left[32];
  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = 1;
  clear();
  product(N, N, N, a, N, b, N, c, N);
  save(left);
  for (int i = 0; i < 32; i++)
    if (i % 16 >= 8 && left[i] != 0) {
      puts("AVX-512 was used");
      return 0;
    }
  puts("AVX-512 was not used");
  return 1;
}
