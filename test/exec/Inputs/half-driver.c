/* Compares product() of half-nest.c with sums of small integers, which are the
 * same in any order. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint16_t Half;
void product(long, long, long, const Half *, long, const Half *, long, float *,
             long);

enum { Max = 71 };
static Half A[Max * Max], B[Max * Max];
static int WholeA[Max * Max], WholeB[Max * Max];
static float C[Max * Max], Want[Max * Max];

static int next(void) {
  static uint32_t State = 1;
  State = State * 1664525 + 1013904223;
  return (int)(State >> 24) % 15 - 7;
}

static Half halfOf(int Whole) {
  float F = (float)Whole;
  uint32_t Bits;
  memcpy(&Bits, &F, sizeof(Bits));
  return Whole ? (Bits >> 16 & 0x8000) | ((Bits >> 23 & 255) - 112) << 10 |
                     (Bits >> 13 & 1023)
               : 0;
}

static int differs(int M, int N, int K) {
  for (int I = 0; I < Max * Max; ++I) {
    A[I] = halfOf(WholeA[I] = next());
    B[I] = halfOf(WholeB[I] = next());
    C[I] = Want[I] = (float)next();
  }
  for (int I = 0; I < M; ++I)
    for (int J = 0; J < N; ++J)
      for (int P = 0; P < K; ++P)
        Want[I * N + J] += (float)(WholeA[I * K + P] * WholeB[P * N + J]);
  product(M, N, K, A, K, B, N, C, N);
  return memcmp(C, Want, sizeof(C)) != 0;
}

int main(void) {
  int Cases = 0, Failed = 0;
  for (int M = 1; M < Max; M += 13)
    for (int N = 1; N < Max; N += 11)
      for (int K = 0; K < Max; K += K < 9 ? 1 : 7, ++Cases)
        Failed += differs(M, N, K);
  printf("%d cases, %d failed\n", Cases, Failed);
  return Failed != 0;
}
