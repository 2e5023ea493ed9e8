//===- switch-exits.cpp - Loops that end in a switch ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that ends where a switch says so is none that is counted, and closed
// exits are those of branches. Nothing but the compiler's end is expected.
//
// RUN: %clangplugin --driver-mode=g++ --target=x86_64-linux-gnu -march=x86-64-v3 -w -O1 -c %s -o /dev/null
// RUN: %clangplugin --driver-mode=g++ --target=x86_64-linux-gnu -march=x86-64-v3 -w -O2 -c %s -o /dev/null
// RUN: %clangplugin --driver-mode=g++ --target=x86_64-linux-gnu -march=x86-64-v3 -w -O3 -c %s -o /dev/null

extern "C" [[noreturn]] void abort();
extern "C" [[noreturn]] void exit(int);

// The innermost loop ends at one of three marks.
void marked(int m, int n, double *C, double *A, double *B, const char *T) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      int k = 0;
      do {
        s += A[i * 100 + k] * B[k * n + j];
        k++;
      } while (T[k] != 0 && T[k] != ' ' && T[k] != '\n');
      C[i * n + j] = s;
    }
}

// The middle loop ends in a switch, before sizes are loaded again.
struct Sizes {
  int m, n, p, q;
};
void ends(Sizes &z, int *C, int *A, int *B, int *T) {
  for (int i = 0; i < z.m; i++) {
    int j = 0, x = z.q;
    for (;;) {
      for (int k = 0; k < z.p; k++)
        C[i * z.n + j] += A[i * z.p + k] * B[k * x + j];
      j++;
      switch (j) {
      case 24:
      case 40:
      case 77:
        goto out;
      }
      x = z.q;
    }
  out:;
  }
}

// Checks in one of two loops, and a switch that stops in the other.
#define NEST(NAME, SWITCH)                                                     \
  int NAME(int f, double *__restrict C, const double *__restrict A,           \
           const double *__restrict B, const int *__restrict T, long m,       \
           long n, long p, long lim, long cap) {                              \
    for (long i = 0; i < m; i++)                                               \
      for (long j = 0; j < n; j++) {                                           \
        double s = 0;                                                          \
        if (f > j) {                                                           \
          for (long k = 0; k < p; k++) {                                       \
            if (k >= lim)                                                      \
              abort();                                                         \
            if (k >= cap)                                                      \
              abort();                                                         \
            s += A[i * p + k] * B[k * n + j];                                  \
          }                                                                    \
        } else {                                                               \
          for (long k = 0; k < p; k++) {                                       \
            SWITCH                                                             \
          }                                                                    \
        }                                                                      \
        C[i * n + j] = s;                                                      \
      }                                                                        \
    return 0;                                                                  \
  }

NEST(stops, switch (T[k]) {
  case 1: exit(3);
  case 20: s += A[i * p + k] + B[k * n + j]; break;
  case 45: s -= A[i * p + k]; break;
  case 77: s -= 3; break;
  default: abort();
})

NEST(chooses, double w; switch (T[k]) {
  case 20: w = A[i * p + k]; break;
  case 45:
  case 1045: w = -5; break;
  case 77: w = 7; break;
  default: abort();
} s += w;)
