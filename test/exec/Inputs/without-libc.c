// A program without a C library, for emulators of any processor. Compiled with
// -DPRODUCT=plain and -DPRODUCT=fast, it is the products; without it, what
// compares them and leaves with 0 where all have the same bits.
typedef unsigned long size;

#define EACH_TYPE(DO) DO(float) DO(double) DO(int) DO(short)
#define NAME(WAY, TYPE) NAME_(WAY, TYPE)
#define NAME_(WAY, TYPE) WAY##_##TYPE

#ifdef PRODUCT
#define MULTIPLY(TYPE)                                                         \
  void NAME(PRODUCT, TYPE)(long m, long n, long k, const TYPE *restrict a,     \
                           const TYPE *restrict b, TYPE *restrict c) {         \
    for (long i = 0; i < m; i++)                                               \
      for (long j = 0; j < n; j++)                                             \
        for (long p = 0; p < k; p++)                                           \
          c[i * n + j] += a[i * k + p] * b[p * n + j];                         \
  }
EACH_TYPE(MULTIPLY)
#else

void *memset(void *to, int value, size n) {
  for (volatile char *p = to; n--;)
    *p++ = value;
  return to;
}

void *memcpy(void *to, const void *from, size n) {
  volatile char *p = to;
  for (const char *q = from; n--;)
    *p++ = *q++;
  return to;
}

#ifdef __sparc__
// The low half of a product is that of unsigned numbers.
__int128 __multi3(__int128 x, __int128 y) {
  unsigned __int128 sum = 0;
  for (unsigned __int128 a = x, b = y; b; a += a, b >>= 1)
    if (b & 1)
      sum += a;
  return sum;
}
#endif

enum { Most = 70, Count = Most * Most };

#define COMPARE(TYPE)                                                          \
  void fast_##TYPE(long, long, long, const TYPE *, const TYPE *, TYPE *);      \
  void plain_##TYPE(long, long, long, const TYPE *, const TYPE *, TYPE *);     \
  static TYPE a_##TYPE[Count], b_##TYPE[Count], c_##TYPE[Count],               \
      d_##TYPE[Count];                                                         \
  static void fill_##TYPE(TYPE *x, size seed) {                                \
    for (int i = 0; i < Count; i++) {                                          \
      seed = seed * 6364136223846793005ul + 1442695040888963407ul;             \
      x[i] = (TYPE)((long)(seed >> 40) % 2003 - 999) / (TYPE)7;                \
    }                                                                          \
  }                                                                            \
  static int differs_##TYPE(long m, long n, long k) {                          \
    fill_##TYPE(a_##TYPE, m), fill_##TYPE(b_##TYPE, n);                        \
    fill_##TYPE(c_##TYPE, k), fill_##TYPE(d_##TYPE, k);                        \
    const TYPE before = c_##TYPE[0];                                           \
    fast_##TYPE(m, n, k, a_##TYPE, b_##TYPE, c_##TYPE);                        \
    plain_##TYPE(m, n, k, a_##TYPE, b_##TYPE, d_##TYPE);                       \
    for (size i = 0; i < sizeof c_##TYPE; i++)                                 \
      if (((char *)c_##TYPE)[i] != ((char *)d_##TYPE)[i])                      \
        return 1;                                                              \
    return c_##TYPE[0] == before;                                              \
  }
EACH_TYPE(COMPARE)

static _Noreturn void leave(long code) {
#if defined(__riscv)
  register long number asm("a7") = 93, status asm("a0") = code;
  asm volatile("ecall" : : "r"(number), "r"(status));
#elif defined(__s390x__)
  register long status asm("r2") = code;
  asm volatile("svc 1" : : "r"(status));
#elif defined(__loongarch__)
  register long number asm("$a7") = 93, status asm("$a0") = code;
  asm volatile("syscall 0" : : "r"(number), "r"(status));
#elif defined(__sparc__)
  register long number asm("g1") = 1, status asm("o0") = code;
  asm volatile("ta 0x6d" : : "r"(number), "r"(status));
#elif defined(__aarch64__)
  register long number asm("x8") = 93, status asm("x0") = code;
  asm volatile("svc 0" : : "r"(number), "r"(status));
#endif
  __builtin_unreachable();
}

#define DIFFERS(TYPE)                                                          \
  bits = bits << 2 | differs_##TYPE(Most, 67, 69) |                            \
         differs_##TYPE(5, 33, 17) << 1;

void _start(void) {
  int bits = 0;
  EACH_TYPE(DIFFERS)
  leave(bits);
}
#endif
