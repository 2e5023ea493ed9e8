// Loops whose bounds move with a loop around them: as far apart in each of its
// iterations, but where one wraps around. Plain clang says what is right.
//
// REQUIRES: native-avx2
// RUN: %clang -O1 -march=x86-64-v3 -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %clangplugin -O1 -march=x86-64-v3 -w -Rpass=gemmify %s -o %t 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 4
// RUN: %t | diff %t.expected -
// RUN: %clangplugin -O3 -march=x86-64-v3 -w %s -o %t && %t | diff %t.expected -

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { M = 48, N = 50, LD = 100 };
static float A[LD * LD], B[LD * LD], C[M * LD];

/// Rows from first to first + length - 1 of B, counted in a type that wraps;
/// first moves by step with each row of C.
#define WALK(NAME, T, BY)                                                      \
  __attribute__((noinline)) static void NAME(T first, T step, T length) {      \
    for (long i = 0; i < M; i++, first += step)                                \
      for (long j = 0; j < N; j++) {                                           \
        float sum = 0;                                                         \
        T k = first;                                                           \
        do {                                                                   \
          sum += A[(T)(k - first)] * B[(T)(k - first) * (long)LD + j];         \
          k += BY;                                                             \
        } while (k < (T)(first + length));                                     \
        C[i * LD + j] = sum;                                                   \
      }                                                                        \
  }
WALK(by_one_32, uint32_t, 1)
WALK(by_one_64, uint64_t, 1)
WALK(by_three_32, uint32_t, 3)
WALK(by_three_64, uint64_t, 3)

static uint64_t hash(void) {
  uint64_t h = 0;
  for (long i = 0; i < M * LD; i++) {
    uint32_t bits;
    memcpy(&bits, &C[i], sizeof(bits));
    h = (h ^ bits) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  return h;
}

int main(void) {
  for (long i = 0; i < LD * LD; i++) {
    A[i] = i * 7919 % 64;
    B[i] = i * 104729 % 64;
  }
  // Where the last row, or the first, ends just before the type does, and
  // behind; steps that go back, and twice around.
  static const int64_t Firsts[] = {0,    1,    -1,   -48,  -49, -51,
                                   -95,  -96,  -97,  -98,  -99, -100,
                                   -141, -142, -143, -5000};
  static const int64_t Steps[] = {0, 1, 3, -1, -3, INT32_MIN, INT64_MIN};
  static const int64_t Lengths[] = {1, 2, 48, 49, 50, 51};
#define EACH(X, Xs)                                                            \
  for (const int64_t *X = Xs; X != Xs + sizeof(Xs) / sizeof(*Xs); X++)
  EACH(First, Firsts)
  EACH(Step, Steps)
  EACH(Length, Lengths) {
    printf("%ld %ld %ld:", *First, *Step, *Length);
    by_one_32(*First, *Step, *Length);
    printf(" %lx", hash());
    by_one_64(*First, *Step, *Length);
    printf(" %lx\n", hash());
    // Steps that jump over the end of the type would go on behind the matrix.
    if (*First < 0 || *Step < 0)
      continue;
    by_three_32(*First, *Step, *Length);
    printf("by three: %lx", hash());
    by_three_64(*First, *Step, *Length);
    printf(" %lx\n", hash());
  }
}
