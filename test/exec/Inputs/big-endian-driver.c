// A program without a C library: compares the product with its source, bit by
// bit, and exits with the number of sizes that differ.

typedef __SIZE_TYPE__ size_t;

void *memset(void *To, int Value, size_t Size) {
  for (volatile char *P = To, *End = P + Size; P != End; ++P)
    *P = Value;
  return To;
}

void *memcpy(void *restrict To, const void *restrict From, size_t Size) {
  volatile char *P = To;
  for (const char *Q = From, *End = Q + Size; Q != End;)
    *P++ = *Q++;
  return To;
}

typedef void Product(long, long, long, const L *restrict, const R *restrict,
                     T *restrict);
Product product, reference;

static void end(long Code) {
  register long Number __asm__("r0") = 1;
  register long Value __asm__("r3") = Code;
  __asm__ volatile("sc" : "+r"(Number), "+r"(Value) : : "memory");
}

enum { Largest = 41 };
static L A[Largest * Largest];
static R B[Largest * Largest];
static T C[Largest * Largest], D[Largest * Largest];

static int differs(long M, long N, long K) {
  for (int I = 0; I < Largest * Largest; ++I) {
    A[I] = (L)(I % 23 - 11) / (L)3;
    B[I] = (R)(I % 29 - 14) / (R)5;
    C[I] = D[I] = I % 7;
  }
  product(M, N, K, A, B, C);
  reference(M, N, K, A, B, D);
  int Different = 0;
  for (long I = 0; I < Largest * Largest; ++I)
    Different |= C[I] != D[I];
  return Different;
}

void _start(void) {
  static const int Sizes[] = {1, 3, 8, 16, 17, 24, 33, 41};
  int Failed = 0;
  for (int I = 0; I < 8; ++I)
    for (int J = 0; J < 8; ++J)
      for (int P = 0; P < 8; ++P)
        Failed += differs(Sizes[I], Sizes[J], Sizes[P]);
  end(Failed > 255 ? 255 : Failed);
}
