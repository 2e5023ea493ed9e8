/* Runs the products of bfloat-nest.c: sums of small whole numbers, which are the
 * same in any order; sums of any numbers, within the error of any order; and
 * values that show what stands in place of a k that is missing. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint16_t Bfloat;
typedef void Product(long, long, long, const Bfloat *, long, const Bfloat *,
                     long, float *, long);
Product adds, subtracts;

enum { Max = 75 };
static Bfloat A[Max * Max], B[Max * Max];
static float C[Max * Max], Start[Max * Max];

static uint32_t next(void) {
  static uint32_t State = 1;
  State = State * 1664525 + 1013904223;
  return State >> 8;
}

static Bfloat bfloatOf(float F) {
  uint32_t Bits;
  memcpy(&Bits, &F, sizeof(Bits));
  return (Bfloat)(Bits >> 16);
}

static float floatOf(Bfloat Half) {
  uint32_t Bits = (uint32_t)Half << 16;
  float F;
  memcpy(&F, &Bits, sizeof(F));
  return F;
}

static float whole(void) { return (float)((int)(next() % 15) - 7); }
static float any(void) {
  return ldexpf((float)(next() % 65536) - 32768, (int)(next() % 20) - 20);
}
static float one(void) { return 1; }
static float zero(void) { return 0; }
static float minusZero(void) { return -0.0f; }
static float infinite(void) { return next() % 9 ? 2 : INFINITY; }

/* What is promised of each element. */
typedef int Check(float Got, float First, double Sum, double Sizes, int K);

static int isExact(float Got, float First, double Sum, double Sizes, int K) {
  (void)First, (void)Sizes, (void)K;
  return Got == (float)Sum;
}

/* K products and the start value, each addition off by a unit in the last place
 * at most, of a sum that is no larger than that of all magnitudes. */
static int isNear(float Got, float First, double Sum, double Sizes, int K) {
  (void)First;
  return fabs(Got - Sum) <= Sizes * (K + 1) * 0x1p-23 * 1.01;
}

static int isSame(float Got, float First, double Sum, double Sizes, int K) {
  (void)First, (void)Sizes, (void)K;
  return isnan(Sum) ? isnan(Got)
                    : Got == (float)Sum && !signbit(Got) == !signbit(Sum);
}

struct Values {
  const char *Name;
  float (*OfA)(void), (*OfB)(void), (*OfC)(void);
  Check *Holds;
};
static const struct Values All[] = {
    {"whole numbers", whole, whole, whole, isExact},
    {"any numbers", any, any, any, isNear},
#ifdef KEEP_ZEROS
    {"negative zeros", one, minusZero, minusZero, isSame},
    {"positive zeros", one, zero, minusZero, isSame},
    {"zeros of both signs", minusZero, one, minusZero, isSame},
    {"infinities on the left", infinite, one, minusZero, isSame},
    {"infinities on the right", one, infinite, one, isSame},
#endif
};

/* Elements of C that are not right; those beyond the product stay as they are. */
static int wrongOnes(const struct Values *V, int Sign, int M, int N, int K) {
  int Wrong = 0;
  for (int I = 0; I < Max; ++I)
    for (int J = 0; J < Max; ++J) {
      const float First = Start[I * Max + J], Got = C[I * Max + J];
      if (I >= M || J >= N) {
        Wrong += memcmp(&First, &Got, sizeof(Got)) != 0;
        continue;
      }
      double Sum = First, Sizes = fabs(First);
      for (int P = 0; P < K; ++P) {
        const double X = floatOf(A[I * Max + P]) * floatOf(B[P * Max + J]);
        Sum += Sign * X;
        Sizes += fabs(X);
      }
      Wrong += !V->Holds(Got, First, Sum, Sizes, K);
    }
  return Wrong;
}

static int fails(const struct Values *V, int Subtract, int M, int N, int K) {
  for (int I = 0; I < Max * Max; ++I) {
    A[I] = bfloatOf(V->OfA());
    B[I] = bfloatOf(V->OfB());
    C[I] = Start[I] = V->OfC();
  }
  (Subtract ? subtracts : adds)(M, N, K, A, Max, B, Max, C, Max);
  if (!wrongOnes(V, Subtract ? -1 : 1, M, N, K))
    return 0;
  printf("%s: %s %dx%dx%d\n", V->Name, Subtract ? "subtracted" : "added", M, N,
         K);
  return 1;
}

int main(void) {
  static const int Sizes[] = {1, 2, 7, 8, 12, 31, 33, 64, 75};
  static const int Depths[] = {0, 1, 2, 3, 4, 5, 6, 7, 23, 24, 25, 50, 75};
  int Cases = 0, Failed = 0;
  for (unsigned V = 0; V != sizeof(All) / sizeof(*All); ++V)
    for (unsigned M = 0; M != sizeof(Sizes) / sizeof(*Sizes); ++M)
      for (unsigned N = M % 3; N < sizeof(Sizes) / sizeof(*Sizes); N += 3)
        for (unsigned K = 0; K != sizeof(Depths) / sizeof(*Depths); ++K)
          for (int Subtract = 0; Subtract != 2; ++Subtract, ++Cases)
            Failed += fails(&All[V], Subtract, Sizes[M], Sizes[N], Depths[K]);
  printf("%d cases, %d failed\n", Cases, Failed);
  return Failed != 0;
}
