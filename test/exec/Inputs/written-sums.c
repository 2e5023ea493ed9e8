// Sums over k that are written out, in many forms, over sizes of the other two
// loops. Prints a checksum of all bits that each form leaves.
#include <stdio.h>
#include <string.h>

#ifndef TYPE
#define TYPE double
#endif
typedef TYPE T;

enum { Side = 72 };
static T A[Side * Side], B[Side * Side], C[Side * Side];

#define ARGS                                                                   \
  int m, int n, int ld, const T *restrict a, const T *restrict b, T *restrict c
#define FORM(NAME, ...)                                                        \
  __attribute__((noinline)) void NAME(ARGS) {                                  \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j < n; j++) {                                            \
        __VA_ARGS__                                                            \
      }                                                                        \
  }
#define TWO(S, k) S(k) S(k + 1)
#define FOUR(S, k) TWO(S, k) TWO(S, k + 2)
#define EIGHT(S, k) FOUR(S, k) FOUR(S, k + 4)
#define SIXTEEN(S, k) EIGHT(S, k) EIGHT(S, k + 8)
#define NN(k) (a[i * ld + (k)] * b[(k) * ld + j])
#define TN(k) (a[(k) * ld + i] * b[(k) * ld + j])
#define NT(k) (a[i * ld + (k)] * b[j * ld + (k)])
#define ADD(k) s += NN(k);
#define ADD_TN(k) s += TN(k);
#define ADD_NT(k) s += NT(k);
#define SUBTRACT(k) s -= NN(k);
#define IN_MEMORY(k) c[i * ld + j] += NN(k);
#define TERM(k) +NN(k)

FORM(written, T s = 0; EIGHT(ADD, 0) c[i * ld + j] = s;)
FORM(longer, T s = 0; SIXTEEN(ADD, 0) FOUR(ADD, 16) ADD(20) c[i * ld + j] = s;)
FORM(first_product, T s = NN(0); EIGHT(ADD, 1) c[i * ld + j] = s;)
FORM(from_c, T s = c[i * ld + j]; EIGHT(ADD, 0) c[i * ld + j] = s;)
FORM(subtracts, T s = c[i * ld + j]; EIGHT(SUBTRACT, 0) c[i * ld + j] = s;)
FORM(expression, c[i * ld + j] = NN(0) EIGHT(TERM, 1);)
FORM(adds_expression, c[i * ld + j] += NN(0) EIGHT(TERM, 1);)
FORM(in_memory, EIGHT(IN_MEMORY, 0))
FORM(left_transposed, T s = 0; EIGHT(ADD_TN, 0) c[i * ld + j] = s;)
FORM(right_transposed, T s = 0; EIGHT(ADD_NT, 0) c[i * ld + j] = s;)
FORM(beta, T s = 0; EIGHT(ADD, 0) c[i * ld + j] = 3 * s + 2 * c[i * ld + j];)
FORM(downward, T s = 0; ADD(4) ADD(3) ADD(2) ADD(1) ADD(0) c[i * ld + j] = s;)
// Kept: what is stored on the way is read elsewhere, a step lies elsewhere, k
// is in no order, one step subtracts.
FORM(uses_parts, T s = 0; FOUR(ADD, 0) c[(i + m) * ld + j] = s;
     FOUR(ADD, 4) c[i * ld + j] = s;)
FORM(skips, T s = 0; FOUR(ADD, 0) FOUR(ADD, 5) c[i * ld + j] = s;)
FORM(no_order, T s = 0; ADD(1) ADD(0) ADD(3) ADD(2) c[i * ld + j] = s;)
FORM(mixed, T s = 0; FOUR(ADD, 0) SUBTRACT(4) c[i * ld + j] = s;)
FORM(reads_c, T s = 0; FOUR(ADD, 0) c[i * ld + j] = s; c[i * ld + j + 1] = 1;
     FOUR(ADD, 4) c[i * ld + j] = s;)

// Kept: neighbors have sums of other lengths.
#define FORM_BY_TWO(NAME, ...)                                                 \
  __attribute__((noinline)) void NAME(ARGS) {                                  \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j + 1 < n; j += 2) {                                     \
        __VA_ARGS__                                                            \
      }                                                                        \
  }
#define NEXT(k) c[i * ld + j + 1] += a[i * ld + (k)] * b[(k) * ld + j + 1];
FORM_BY_TWO(shorter_neighbor,
            IN_MEMORY(0) NEXT(0) NEXT(1) IN_MEMORY(1) IN_MEMORY(2))
FORM_BY_TWO(longer_neighbor, NEXT(0) IN_MEMORY(0) IN_MEMORY(1) NEXT(1) NEXT(2))

// Whatever overlaps: the pointers promise nothing.
__attribute__((noinline)) void overlapping(int m, int n, int ld, T *a, T *b,
                                           T *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      EIGHT(IN_MEMORY, 0)
    }
}

// Unrolled before it is inlined.
static void cell(T *to, int i, int j) {
  *to = 0;
  for (int k = 0; k < 24; k++)
    *to += A[i * Side + k] * B[k * Side + j];
}
__attribute__((noinline)) void inlined(ARGS) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      cell(&C[i * Side + j], i, j);
}
__attribute__((noinline)) void inlined_constant(ARGS) {
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++)
      cell(&C[i * Side + j], i, j);
}

typedef void Form(ARGS);
#define NAMED(F) {F, #F}
static const struct {
  Form *Run;
  const char *Name;
} Forms[] = {NAMED(written),
             NAMED(longer),
             NAMED(first_product),
             NAMED(from_c),
             NAMED(subtracts),
             NAMED(expression),
             NAMED(adds_expression),
             NAMED(in_memory),
             NAMED(left_transposed),
             NAMED(right_transposed),
             NAMED(beta),
             NAMED(downward),
             NAMED(uses_parts),
             NAMED(skips),
             NAMED(no_order),
             NAMED(mixed),
             NAMED(reads_c),
             NAMED(shorter_neighbor),
             NAMED(longer_neighbor),
             NAMED(inlined),
             NAMED(inlined_constant)};

static void fill(int AllNegativeZero) {
  unsigned Random = 1;
  for (int x = 0; x < Side * Side; x++) {
    Random = Random * 1664525 + 1013904223;
    A[x] = (T)((int)(Random >> 16) % 1000 - 500) / (T)7;
    Random = Random * 1664525 + 1013904223;
    B[x] = (T)((int)(Random >> 16) % 1000 - 500) / (T)3;
    C[x] = (T)(x % 17);
    if (x % 97 == 5 || AllNegativeZero)
      A[x] = -(T)0.0;
  }
}

static unsigned long checksum(void) {
  unsigned char Bytes[sizeof C];
  unsigned long Sum = 0;
  memcpy(Bytes, C, sizeof C);
  for (unsigned x = 0; x < sizeof C; x++)
    Sum = Sum * 31 + Bytes[x];
  return Sum;
}

int main(void) {
  static const int Sizes[][2] = {{0, 5},   {1, 1},   {7, 9},   {16, 6},
                                 {24, 24}, {31, 48}, {33, 17}, {35, 65}};
  for (unsigned f = 0; f < sizeof Forms / sizeof *Forms; f++)
    for (unsigned s = 0; s < sizeof Sizes / sizeof *Sizes; s++) {
      fill(s == 3);
      Forms[f].Run(Sizes[s][0], Sizes[s][1], Side, A, B, C);
      printf("%s %u %lx\n", Forms[f].Name, s, checksum());
    }
  for (int Offset = -2; Offset != 3; ++Offset) {
    fill(0);
    T *Middle = A + 10 * Side + 10;
    overlapping(20, 20, Side, Middle, B, Middle + Offset * (Side + 3));
    unsigned long Sum = 0;
    for (int x = 0; x < Side * Side; x++)
      Sum = Sum * 31 + (long)A[x];
    printf("overlapping by %d %lx\n", Offset, Sum);
  }
}
