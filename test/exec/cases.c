//===- cases.c - Nests that choose by a switch ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -o 'cases.c:[0-9]*:.*matrix product rewritten' | cut -d: -f2 | wc -l | grep -x 17
// RUN: %clang -O1 -DMAIN -w %s %t.plain.o %t.gemmify.o -lm -o %t && %t
//
// What no case reads ends where a page begins that cannot be read.
//
//===----------------------------------------------------------------------===//

#define EACH(F) F(bias) F(shared) F(by_element) F(only_default) F(final) \
  F(layouts) F(layouts_of_four)
#define ARGS                                                                   \
  (int m, int n, int K, int type, const float *restrict A,                     \
   const float *restrict B, const float *restrict D, float *restrict C)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(I, N) for (int I = 0; I < N; I++)

#ifdef V
void CAT(V, bias) ARGS {
  UP(i, m) UP(j, n) {
    float s = 0;
    switch (type) {
    case 0: s = D[0]; break;
    case 1: case 2: s = D[i]; break;
    case 3: s = D[i * n + j]; break;
    case 4: s = D[j]; break;
    }
    UP(k, K) s += A[i * K + k] * B[k * n + j];
    C[i * n + j] = s;
  }
}
/// Cases that go where the default goes, and fall through.
void CAT(V, shared) ARGS {
  UP(i, m) UP(j, n) {
    float s = 1;
    switch (type) {
    case 7: s += D[i];
    case -1: s += D[j]; break;
    case 5: case 6: break;
    case 100000: s = -0.0f; break;
    }
    UP(k, K) s += A[i * K + k] * B[k * n + j];
    C[i * n + j] = s;
  }
}
void CAT(V, by_element) ARGS {
  UP(i, m) UP(j, n) {
    float s = 0;
    UP(k, K) s += A[i * K + k] * B[k * n + j];
    switch (i % 5 + type) {
    case 0: s += 1; break;
    case 2: s *= 3; break;
    case 3: s = s < 0 ? 0 : s; break;
    case 4: s = -s; break;
    }
    C[i * n + j] = s;
  }
}
void CAT(V, only_default) ARGS {
  UP(i, m) UP(j, n) {
    float s;
    switch (type) {
    default: s = D[0]; break;
    case 1: s = D[i]; break;
    case 2: s = D[j] * 2; break;
    case 3: s = D[j] + D[i]; break;
    }
    UP(k, K) s -= A[i * K + k] * B[k * n + j];
    C[i * n + j] = s;
  }
}
void CAT(V, final) ARGS {
  UP(i, m) UP(j, n) {
    float s = 0;
    UP(k, K) s += A[i * K + k] * B[k * n + j];
    switch (type) {
    case 0: s += D[0]; break;
    case 1: s += D[i]; break;
    case 3: s = s * D[j] + C[i * n + j]; break;
    case 4: s *= C[i * n + j]; break;
    }
    C[i * n + j] = s;
  }
}
/// Which loop runs is chosen as well; for other types, none does.
void CAT(V, layouts) ARGS {
  UP(i, m) UP(j, n) {
    float s = 0;
    switch (type) {
    case 0: UP(k, K) s += A[i * K + k] * B[k * n + j]; break;
    case 1: UP(k, K) s += A[i * K + k] * B[j * K + k]; break;
    case 2: UP(k, K) s += A[k * m + i] * B[k * n + j]; break;
    case 3: UP(k, K) s += A[k * m + i] * B[j * K + k]; break;
    }
    C[i * n + j] = s;
  }
}
/// There is no other type, as LLVM knows, and C is read for some.
void CAT(V, layouts_of_four) ARGS {
  const int of = type & 1 ? (type & 2 ? 1 : 2) : (type & 2 ? 3 : 4);
  UP(i, m) UP(j, n) {
    float s = 0;
    switch (of) {
    case 1: UP(k, K) s += A[i * K + k] * B[k * n + j]; break;
    case 2: UP(k, K) s += A[i * K + k] * B[j * K + k]; break;
    case 3: UP(k, K) s += A[k * m + i] * B[k * n + j]; break;
    case 4: UP(k, K) s += A[k * m + i] * B[j * K + k]; break;
    }
    if (type < 4)
      C[i * n + j] = 3 * s;
    else
      C[i * n + j] += 3 * s;
  }
}
#endif

#ifdef MAIN
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define F(NAME) void plain_##NAME ARGS, gemmify_##NAME ARGS;
EACH(F)
#undef F
typedef void form ARGS;

enum { Most = 40 * 40 };
static unsigned State = 1;
static unsigned draw(void) { return (State = State * 1664525 + 1013904223) >> 8; }
static float *guarded(long Count) {
  const long Page = sysconf(_SC_PAGESIZE);
  const long Size = (Count * sizeof(float) + Page - 1) / Page * Page;
  char *At = mmap(NULL, Size + Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(At + Size, Page, PROT_NONE);
  return (float *)(At + Size) - Count;
}

/// How many elements of D the cases read.
static int biasSize(const char *Name, int type, int m, int n) {
  const int Larger = m > n ? m : n;
  if (!strcmp(Name, "bias"))
    return type == 0 ? 1 : type == 1 || type == 2 ? m : type == 3 ? m * n : type == 4 ? n : 0;
  if (!strcmp(Name, "shared"))
    return type == 7 ? Larger : type == -1 ? n : 0;
  if (!strcmp(Name, "only_default"))
    return type == 1 ? m : type == 2 ? n : type == 3 ? Larger : 1;
  if (!strcmp(Name, "final"))
    return type == 0 ? 1 : type == 1 ? m : type == 3 ? n : 0;
  return 0;
}

int main(void) {
  const int Sizes[][3] = {{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {1, 1, 1}, {3, 5, 7}, {16, 16, 16}, {17, 33, 19}, {40, 40, 40}};
  const int Types[] = {-1, 0, 1, 2, 3, 4, 5, 7, 100000};
#define F(NAME) {plain_##NAME, gemmify_##NAME, #NAME},
  const struct { form *Plain, *Gemmify; const char *Name; } Forms[] = {EACH(F)};
#undef F
  float *A = guarded(Most), *B = guarded(Most), *D = guarded(Most), *X = guarded(Most), *Y = guarded(Most);
  int Bad = 0;
  for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; S++)
    for (unsigned T = 0; T < sizeof Types / sizeof *Types; T++)
      for (unsigned Form = 0; Form < sizeof Forms / sizeof *Forms; Form++) {
        const int m = Sizes[S][0], n = Sizes[S][1], K = Sizes[S][2];
        for (int At = 0; At < Most; At++) {
          A[At] = (float)(draw() % 1000) / 7 - 70, B[At] = (float)(draw() % 1000) / 9 - 50;
          D[At] = draw() % 3 ? draw() % 100 : -0.0f, X[At] = Y[At] = draw() % 10;
        }
        const int Reads = biasSize(Forms[Form].Name, Types[T], m, n);
        Forms[Form].Plain(m, n, K, Types[T], A + Most - m * K, B + Most - K * n, D + Most - Reads, X + Most - m * n);
        Forms[Form].Gemmify(m, n, K, Types[T], A + Most - m * K, B + Most - K * n, D + Most - Reads, Y + Most - m * n);
        if (memcmp(X, Y, Most * sizeof *X))
          Bad += printf("%s differs: type %d, %dx%dx%d\n", Forms[Form].Name, Types[T], m, n, K);
      }
  return Bad != 0;
}
#endif
