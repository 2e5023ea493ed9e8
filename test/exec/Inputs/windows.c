// Convolutions whose windows are written out. What they read ends, and begins,
// where memory does. Prints a checksum of the bits that each form leaves.
#include "../harness/pages.h"
#include <stdio.h>
#include <string.h>

#ifndef TYPE
#define TYPE float
#endif
typedef TYPE T;

#define FORM(NAME, STRICT)                                                     \
  __attribute__((noinline)) void NAME(int O, int I, int H, int W, int w,       \
                                      const T *STRICT x, const T *STRICT f,    \
                                      T *STRICT y)
#define NINE(a, b, c, k)                                                       \
  s += a[0] * k[0]; s += a[1] * k[1]; s += a[2] * k[2];                        \
  s += b[0] * k[3]; s += b[1] * k[4]; s += b[2] * k[5];                        \
  s += c[0] * k[6]; s += c[1] * k[7]; s += c[2] * k[8];

FORM(channels_inside, restrict) {
  for (int o = 0; o < O; o++)
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        T s = 0;
        for (int c = 0; c < I; c++) {
          const T *a = x + ((long)c * (H + 2) + i) * w + j, *b = a + w;
          const T *d = b + w, *k = f + (o * I + c) * 9;
          NINE(a, b, d, k)
        }
        y[((long)o * H + i) * W + j] = s;
      }
}

#define ROWS(STRIDE, ADVANCE)                                                  \
  for (int o = 0; o < O; o++)                                                  \
    for (int c = 0; c < I; c++) {                                              \
      const T *k = f + (o * I + c) * 9;                                        \
      for (int i = 0; i < H; i++) {                                            \
        const T *a = x + ((long)c * (STRIDE * H + 2) + STRIDE * i) * w;        \
        const T *b = a + w, *d = b + w;                                        \
        T *at = y + ((long)o * H + i) * W;                                     \
        for (int j = 0; j < W; j++) {                                          \
          T s = at[j];                                                         \
          NINE(a, b, d, k)                                                     \
          at[j] = s;                                                           \
          a += STRIDE, b += STRIDE, d += STRIDE;                               \
        }                                                                      \
      }                                                                        \
    }
FORM(rows, restrict) { ROWS(1, ) }
FORM(rows_apart_or_not, ) { ROWS(1, ) }
FORM(strided, restrict) { ROWS(2, ) }

// The filter is read before the rows.
#define READ_BEFORE(...)                                                       \
  for (int o = 0; o < O; o++)                                                  \
    for (int c = 0; c < I; c++) {                                              \
      const T *k = f + (o * I + c) * 9;                                        \
      const T g[] = {__VA_ARGS__};                                             \
      for (int i = 0; i < H; i++) {                                            \
        const T *a = x + ((long)c * (H + 2) + i) * w, *b = a + w, *d = b + w;  \
        T *at = y + ((long)o * H + i) * W;                                     \
        for (int j = 0; j < W; j++) {                                          \
          T s = at[j];                                                         \
          NINE((&a[j]), (&b[j]), (&d[j]), g)                                   \
          at[j] = s;                                                           \
        }                                                                      \
      }                                                                        \
    }

// LLVM loads each element of a row once, for three steps.
FORM(flipped, restrict) {
  READ_BEFORE(k[8], k[7], k[6], k[5], k[4], k[3], k[2], k[1], k[0])
}

// The first product starts the sum; where the second one is fused into it, the
// order is none of loops.
FORM(first_product, restrict) {
  for (int o = 0; o < O; o++)
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        const T *a = x + (long)i * w + j, *k = f + o * 4;
        y[((long)o * H + i) * W + j] =
            a[0] * k[0] + a[1] * k[1] + a[w] * k[2] + a[w + 1L] * k[3];
      }
}

// Kept: the products after the first one are subtracted from it.
FORM(subtracted, restrict) {
  for (int o = 0; o < O; o++)
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        const T *a = x + (long)i * w + j, *k = f + o * 4;
        y[((long)o * H + i) * W + j] =
            a[0] * k[0] - a[1] * k[1] - a[w] * k[2] - a[w + 1L] * k[3];
      }
}

// Kept: three factors were read before they were written, the last one later.
__attribute__((noinline)) void factors_before(int O, int I, int H, int W, int w,
                                              const T *restrict x,
                                              const T *restrict f,
                                              T *restrict y, T *z) {
  T p = z[0], q = z[1], r = z[2];
  z[0] = z[1] = z[2] = 100;
  for (int o = 0; o < O; o++)
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        T s = 0, t = z[3];
        for (int c = 0; c < I; c++) {
          const T *a = x + ((long)c * (H + 1) + i) * w + j;
          const T *k = f + (o * I + c) * 4;
          s += a[0] * p * k[0];
          s += a[1] * q * k[1];
          s += a[w] * r * k[2];
          s += a[w + 1L] * t * k[3];
        }
        y[((long)o * H + i) * W + j] = s;
      }
}

// Kept: the filter was read before the result was written, on top of it.
__attribute__((noinline)) void overlapping(int O, int I, int H, int W, int w,
                                           const T *x, const T *f, T *y) {
  READ_BEFORE(k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7], k[8])
}

typedef void Form(int, int, int, int, int, const T *, const T *, T *);
#define NAMED(F) {F, #F}
static const struct {
  Form *Run;
  const char *Name;
} Forms[] = {NAMED(channels_inside), NAMED(rows),    NAMED(rows_apart_or_not),
             NAMED(strided),         NAMED(flipped), NAMED(first_product),
             NAMED(subtracted)};

static void fill(T *At, long n, unsigned Random) {
  for (long x = 0; x < n; x++) {
    Random = Random * 1664525 + 1013904223;
    At[x] = x % 97 == 5 ? -(T)0.0 : (T)((int)(Random >> 16) % 1000 - 500) / (T)7;
  }
}

static unsigned long checksum(const T *At, long n) {
  unsigned long Sum = 0;
  for (long x = 0; x < n * (long)sizeof(T); x++)
    Sum = Sum * 31 + ((const unsigned char *)At)[x];
  return Sum;
}

int main(void) {
  static const int Sizes[][4] = {{0, 5, 5, 5},    {3, 0, 4, 4},   {1, 1, 1, 1},
                                 {2, 3, 4, 5},    {17, 5, 9, 30}, {8, 8, 14, 14},
                                 {33, 13, 11, 7}, {24, 40, 1, 80}, {64, 2, 24, 24}};
  for (unsigned f = 0; f < sizeof Forms / sizeof *Forms; f++)
    for (unsigned s = 0; s < sizeof Sizes / sizeof *Sizes; s++)
      for (int AtEnd = 0; AtEnd != 2; ++AtEnd) {
        const int *n = Sizes[s], By = Forms[f].Run == strided ? 2 : 1;
        const int First =
            Forms[f].Run == first_product || Forms[f].Run == subtracted;
        const int w = First ? n[3] + 1 : By * n[3] + (By == 2 ? 1 : 2);
        const long X = First ? (long)w * (n[2] + 1)
                             : (long)n[1] * (By * n[2] + 2) * w -
                                   (By == 2 && n[1] ? w : 0);
        const long F = (long)n[0] * (First ? 4 : n[1] * 9);
        const long Y = (long)n[0] * n[2] * n[3];
        T *x = between_pages(X * sizeof(T), AtEnd);
        T *k = between_pages(F * sizeof(T), AtEnd);
        T *y = between_pages(Y * sizeof(T), AtEnd);
        fill(x, X, 1), fill(k, F, 2), fill(y, Y, 3);
        Forms[f].Run(n[0], n[1], n[2], n[3], w, x, k, y);
        printf("%s %u %lx\n", Forms[f].Name, s, checksum(y, Y));
      }
  {
    static T x[8 * 31 * 33], k[64 * 8 * 4], y[64 * 900], z[] = {1, 2, 3, 4};
    fill(x, 8 * 31 * 33, 1), fill(k, 64 * 8 * 4, 2);
    factors_before(64, 8, 30, 30, 33, x, k, y, z);
    printf("factors before %lx\n", checksum(y, 64 * 900));
  }
  for (int Offset = -40; Offset <= 40; Offset += 8) {
    static T x[16 * 22 * 22], y[20000];
    fill(x, 16 * 22 * 22, 1), fill(y, 20000, 2);
    overlapping(8, 16, 20, 20, 22, x, y + 8000, y + 8000 + Offset);
    rows_apart_or_not(8, 16, 20, 20, 22, x, y + 8000, y + 8000 + Offset);
    printf("overlapping by %d %lx\n", Offset, checksum(y, 20000));
  }
}
