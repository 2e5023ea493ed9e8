/* Runs the cases that random_products.py wrote and compares each, bit for bit,
 * with scalar loops in the order that intrinsic/MatrixCall.h promises. NaNs
 * compare equal whatever their payload. Compile with -fwrapv -DCASES='"out.inc"'
 * -O1 -ffp-contract=on -Xclang -ffloat16-excess-precision=none
 * -Xclang -fbfloat16-excess-precision=none for the CPU that the cases are built for. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Clang has no 16-bit floats for PowerPC: leave them out of the cases. */
#ifndef __powerpc64__
#define HALVES 1
#endif

#ifdef HALVES
/* The run-time library of older compilers lacks this rounding. */
__attribute__((weak)) __bf16 __truncsfbf2(float X) {
  uint32_t Bits;
  memcpy(&Bits, &X, sizeof(Bits));
  int NaN = (Bits & 0x7fffffff) > 0x7f800000;
  uint16_t Half = NaN ? Bits >> 16 | 0x40
                      : (Bits + 0x7fff + (Bits >> 16 & 1)) >> 16;
  __bf16 Result;
  memcpy(&Result, &Half, sizeof(Result));
  return Result;
}
#endif

typedef enum {
  T_i8, T_i16, T_i32, T_i64, T_half, T_bfloat, T_float, T_double
} Type;

typedef void CaseFn(void *, void *, void *, long, long, long, long, void *);

struct Case {
  CaseFn *Fn;
  Type T;
  int M, K, N;
  int ABy, BBy, CBy; /* 0 contiguous, 1 columns with a stride, 2 transposed */
  int Start;         /* 0 none, 1 C + AB, 2 C - AB, 3 AB - C */
  int Contract, Seeded, Loop, Zero;
  int End;   /* 0 none, 1 times alpha, 2 relu, 3 alpha * x + alpha */
  int Alias; /* 0 none, 1 C is A, 2 C is B */
  Type Operand; /* what operands are extended from */
  int LeftUnsigned, RightUnsigned;
};

#define DECLARE(F) CaseFn F;
#include CASES

enum { Bytes = 1 << 17, Trips = 3, Slack = 3 };
static _Alignas(64) unsigned char A[Bytes], B[Bytes], C[Bytes], Want[Bytes];

static uint64_t State = 88172645463325252u;
static uint64_t next(void) {
  State ^= State << 13;
  State ^= State >> 7;
  return State ^= State << 17;
}

static int sizeOf(Type T) {
  static const int Sizes[] = {1, 2, 4, 8, 2, 2, 4, 8};
  return Sizes[T];
}

/* A small floating-point number, often a zero of either sign; any integer. */
static uint64_t value(Type T) {
  static const int Exponent[] = {5, 8, 8, 11}, Fraction[] = {10, 7, 23, 52};
  uint64_t R = next();
  if (T < T_half)
    return R;
  int E = Exponent[T - T_half], F = Fraction[T - T_half];
  uint64_t Sign = (R >> 60 & 1) << (E + F), Bias = (1u << (E - 1)) - 1;
  if ((R >> 55 & 7) == 0)
    return Sign;
  return Sign | (Bias - 2 + (R >> 50 & 3)) << F | (R & ((UINT64_C(1) << F) - 1));
}

/* Operands of 16-bit floats are extended: 1 to 8, of either sign, so that all
 * sums are exact. */
static const uint16_t Halves[] = {0x3c00, 0x4000, 0x4200, 0x4400,
                                  0x4500, 0x4600, 0x4700, 0x4800};

static uint64_t exactValue(Type T) {
  uint64_t R = next(), Magnitude = R >> 20 & 7, Sign = R >> 40 & 1;
  float F = (float)(Magnitude + 1);
  uint32_t Bits;
  memcpy(&Bits, &F, sizeof(Bits));
  uint64_t Value = T == T_half     ? Halves[Magnitude]
                   : T == T_bfloat ? Bits >> 16
                                   : Bits;
  return Value | Sign << (T == T_float ? 31 : 15);
}

static int64_t extended(const void *From, long I, Type T, int Unsigned) {
  uint64_t V = 0;
  memcpy(&V, (const char *)From + I * sizeOf(T), sizeOf(T));
  int Unused = 64 - 8 * sizeOf(T);
  return Unsigned ? (int64_t)V : (int64_t)(V << Unused) >> Unused;
}

static float extendedFloat(const void *From, long I, Type T) {
  uint16_t V;
  memcpy(&V, (const char *)From + I * 2, 2);
  for (int M = 0; T == T_half && M < 8; ++M)
    if ((V & 0x7fff) == Halves[M])
      return (float)(V >> 15 ? -1 - M : M + 1);
  uint32_t Bits = (uint32_t)V << 16;
  float F;
  memcpy(&F, &Bits, sizeof(F));
  return F;
}

static void fill(void *To, Type T, int Exact) {
  for (long I = 0; I + sizeOf(T) <= Bytes; I += sizeOf(T)) {
    uint64_t V = Exact ? exactValue(T) : value(T);
    memcpy((char *)To + I, &V, sizeOf(T));
  }
}

/* Element (i, p) of an operand in iteration `it`: rows×cols tiles. */
static long at(int By, long Stride, int Rows, int Cols, long It, int R, int Q,
               int IsA) {
  if (By == 0)
    return It * Rows * Cols + (long)Q * Rows + R;
  long Major = By == 1 ? Q : R, Minor = By == 1 ? R : Q;
  int StepsMajor = (By == 1) == IsA; /* whether k is the strided direction */
  long Step = IsA ? Cols : Rows;
  return (Major + (StepsMajor ? It * Step : 0)) * Stride + Minor +
         (StepsMajor ? 0 : It * Step);
}

#define ELEMENT(TYPE, FROM, I, UNSIGNED)                                       \
  (S->Operand == S->T ? ((const TYPE *)FROM)[I]                                \
   : S->T == T_float  ? (TYPE)extendedFloat(FROM, I, S->Operand)               \
                      : (TYPE)extended(FROM, I, S->Operand, UNSIGNED))

#define REFERENCE(NAME, TYPE)                                                  \
  static void NAME##_case(const struct Case *S, long Lda, long Ldb, long Ldc,  \
                          long Count, const TYPE *Alpha) {                     \
    for (int J = 0; J < S->N; ++J)                                             \
      for (int I = 0; I < S->M; ++I) {                                         \
        long Ci = S->CBy ? J * Ldc + I : (long)J * S->M + I;                   \
        TYPE *Out = (TYPE *)Want + Ci, Acc = S->Zero ? (TYPE)0 : *Out;         \
        TYPE Old = Acc;                                                        \
        int Chain = S->Start && (S->Seeded || S->K == 1);                      \
        if (S->Start == 3)                                                     \
          Acc = -Acc;                                                          \
        for (long It = 0; It < Count; ++It) {                                  \
          TYPE Sum = 0;                                                        \
          for (int P = 0; P < S->K; ++P) {                                     \
            long Ai = at(S->ABy, Lda, S->M, S->K, It, I, P, 1);                \
            long Bi = at(S->BBy, Ldb, S->K, S->N, It, P, J, 0);                \
            TYPE X = ELEMENT(TYPE, A, Ai, S->LeftUnsigned);                    \
            TYPE Y = ELEMENT(TYPE, B, Bi, S->RightUnsigned);                   \
            TYPE *To = Chain ? &Acc : &Sum;                                    \
            if (!Chain && P == 0)                                              \
              *To = X * Y;                                                     \
            else                                                               \
              *To = NAME##_step(*To, Chain && S->Start == 2, X, Y,             \
                                S->Contract);                                  \
          }                                                                    \
          if (!Chain)                                                          \
            Acc = S->Start == 0   ? Sum                                        \
                  : S->Start == 1 ? Acc + Sum                                  \
                  : S->Start == 2 ? Acc - Sum                                  \
                                  : Sum - Old;                                 \
        }                                                                      \
        if (S->End == 1)                                                       \
          Acc = Acc * *Alpha;                                                  \
        else if (S->End == 2)                                                  \
          Acc = Acc > 0 ? Acc : (TYPE)0;                                       \
        else if (S->End == 3)                                                  \
          Acc = NAME##_step(*Alpha, 0, *Alpha, Acc, 1);                        \
        *Out = Acc;                                                            \
      }                                                                        \
  }

#define FLOATING(NAME, TYPE)                                                   \
  static TYPE NAME##_fused(TYPE X, TYPE Y, TYPE Z) { return X * Y + Z; }       \
  static TYPE NAME##_rounded(TYPE X, TYPE Y) {                                 \
    volatile TYPE P = X * Y;                                                   \
    return P;                                                                  \
  }                                                                            \
  static TYPE NAME##_step(TYPE Acc, int Sub, TYPE X, TYPE Y, int Contract) {   \
    if (Contract)                                                              \
      return NAME##_fused(Sub ? -X : X, Y, Acc);                               \
    TYPE P = NAME##_rounded(X, Y);                                             \
    return Sub ? Acc - P : Acc + P;                                            \
  }                                                                            \
  REFERENCE(NAME, TYPE)

#define INTEGER(NAME, TYPE)                                                    \
  static TYPE NAME##_step(TYPE Acc, int Sub, TYPE X, TYPE Y, int Contract) {   \
    (void)Contract;                                                            \
    return Sub ? Acc - X * Y : Acc + X * Y;                                    \
  }                                                                            \
  REFERENCE(NAME, TYPE)

INTEGER(i8, int8_t)
INTEGER(i16, int16_t)
INTEGER(i32, int32_t)
INTEGER(i64, int64_t)
#ifdef HALVES
FLOATING(half, _Float16)
FLOATING(bfloat, __bf16)
#endif
FLOATING(float, float)
FLOATING(double, double)

static void reference(const struct Case *S, long Lda, long Ldb, long Ldc,
                      long Count, const void *Alpha) {
#define RUN(NAME)                                                              \
  case T_##NAME:                                                               \
    return NAME##_case(S, Lda, Ldb, Ldc, Count, Alpha);
  switch (S->T) {
    RUN(i8) RUN(i16) RUN(i32) RUN(i64)
    RUN(float) RUN(double)
#ifdef HALVES
    RUN(half) RUN(bfloat)
#endif
  default:
    break;
  }
}

static int isNaN(Type T, const void *P) {
  static const uint64_t Infinity[] = {0x7c00, 0x7f80, 0x7f800000,
                                      0x7ff0000000000000};
  uint64_t Bits = 0;
  memcpy(&Bits, P, sizeOf(T));
  Bits &= ~(UINT64_C(1) << (sizeOf(T) * 8 - 1));
  return T >= T_half && Bits > Infinity[T - T_half];
}

static int isZero(Type T, const void *P) {
  return T == T_float && *(const float *)P == 0;
}

/* Zeros of either sign are the same where the cases have nsz: with -DANY_ZERO. */
static int sameBits(Type T, const void *X, const void *Y) {
#ifdef ANY_ZERO
  if (isZero(T, X) && isZero(T, Y))
    return 1;
#else
  (void)isZero;
#endif
  return !memcmp(X, Y, sizeOf(T)) || (isNaN(T, X) && isNaN(T, Y));
}

static int run(const struct Case *S) {
  int Size = sizeOf(S->T);
  long Count = S->Loop ? Trips : 1;
  long Lda = (S->ABy == 1 ? S->M : S->K * Count) + Slack;
  long Ldb = (S->BBy == 1 ? S->K * Count : S->N) + Slack;
  long Ldc = S->M + Slack;
  int Exact = S->Operand != S->T && S->T == T_float;
  fill(A, S->Operand, Exact);
  fill(B, S->Operand, Exact);
  fill(C, S->T, Exact);
  uint64_t Alpha = value(S->T);
  unsigned char *Out = S->Alias == 1 ? A : S->Alias == 2 ? B : C;
  memcpy(Want, Out, Bytes);
  reference(S, Lda, Ldb, Ldc, Count, &Alpha);
  S->Fn(A, B, Out, Lda, Ldb, Ldc, Count, &Alpha);
  for (long I = 0; I + Size <= Bytes; I += Size)
    if (!sameBits(S->T, Out + I, Want + I)) {
      printf("case %d: type %d %dx%dx%d differs at element %ld\n",
             (int)(S - Cases), S->T, S->M, S->K, S->N, I / Size);
      return 1;
    }
  return 0;
}

int main(void) {
  int Failed = 0, Total = (int)(sizeof(Cases) / sizeof(Cases[0]));
  for (int I = 0; I < Total; ++I)
    Failed += run(&Cases[I]);
  printf("%d cases, %d failed\n", Total, Failed);
  return Failed != 0;
}
