//===- turns.c - Values that are made of several sums --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -w %s -c
// RUN: %clang %{flags} -O1 -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -O2 -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 67
// RUN: %clangplugin %{flags} -O3 -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -Rpass=gemmify -o %t.blocks.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 71
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
//
// Sums that go on from each other, or are added to each other, with what they
// read and the result in one memory, apart from each other or not.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <math.h>

#define EACH(F)                                                                \
  F(two) F(three) F(apart_sums) F(scaled) F(fused) F(added) F(tanhs)           \
  F(between) F(old_before) F(old_between) F(stored_between) F(conditional)     \
  F(columns) F(rows) F(batch) F(in_memory)                                     \
  F(cell) F(cell_tanh) F(gated) F(cell_columns) F(cell_bytes) F(layer)         \
  F(difference) F(deeper) F(optional) F(carried) F(if_positive) F(downward) F(one_place) F(shifted) F(early) F(doubled) F(three_ways) F(twice_used) F(both_stored) F(long_way) F(steps) \
  F(both_or_none) F(one_bound)
#define ARGS                                                                   \
  (int m, int n, int k, int l, const double *A, const double *B,               \
   const double *D, const double *E, const double *b, double *C, double **R)

/// Sizes that are loaded in the nest.
struct sizes {
  int m, n, k, l;
};
extern struct sizes *Layer;

#include "harness/builds.h"

#define A_(I, P) A[(I) * k + (P)]
#define B_(P, J) B[(P) * n + (J)]
#define D_(I, P) D[(I) * l + (P)]
#define E_(P, J) E[(P) * n + (J)]
#define C_(I, J) C[(I) * n + (J)]
#define FOR(V, HI) for (int V = 0; V < (HI); V++)
#define ADD_A(S) FOR(p, k) S += A_(i, p) * B_(p, j);
#define ADD_D(S) FOR(p, l) S += D_(i, p) * E_(p, j);
#define CELL_A(S) FOR(p, k) S += A_(i, p) * B[p];
#define CELL_D(S) FOR(p, l) S += D_(i, p) * E[p];

#ifdef V
F(two) { FOR(i, m) FOR(j, n) { double s = 0; ADD_A(s) ADD_D(s) C_(i, j) = s; } }
F(three) {
  FOR(i, m) FOR(j, n) {
    double s = b[j];
    ADD_A(s) ADD_D(s)
    FOR(p, k) s += A_(i, p) * E_(p, j);
    C_(i, j) = s;
  }
}
F(apart_sums) {
  FOR(i, m) FOR(j, n) {
    double s = 0, t = 0;
    ADD_A(s) ADD_D(t)
    C_(i, j) = s + t + b[j];
  }
}
F(scaled) {
  FOR(i, m) FOR(j, n) {
    double s = 0, t = 0;
    ADD_A(s) ADD_D(t)
    C_(i, j) = 0.5 * s + 0.25 * t + 2 * C_(i, j);
  }
}
// The same number of steps: LLVM joins the ways past both loops.
F(fused) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    FOR(p, k) s += A_(p, i) * E_(p, j);
    C_(i, j) = s;
  }
}
F(added) { FOR(i, m) FOR(j, n) { double s = C_(i, j); ADD_A(s) ADD_D(s) C_(i, j) = s; } }
F(tanhs) { FOR(i, m) FOR(j, n) { double s = b[i]; ADD_A(s) ADD_D(s) C_(i, j) = tanh(s); } }
F(between) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    s = s * 0.5 + b[j];
    ADD_D(s)
    C_(i, j) = s > 0 ? s : 0;
  }
}
F(old_before) {
  FOR(i, m) FOR(j, n) {
    double s = 3 * C_(i, j);
    ADD_A(s) ADD_D(s)
    C_(i, j) = s;
  }
}
// The old element is wanted when the first sum is complete.
F(old_between) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    s += C_(i, j);
    ADD_D(s)
    C_(i, j) = s;
  }
}
F(stored_between) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    R[0][j] = s;
    ADD_D(s)
    C_(i, j) = s;
  }
}
F(conditional) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s) ADD_D(s)
    if (s > 1)
      C_(i, j) = s;
  }
}
F(columns) { FOR(j, n) FOR(i, m) { double s = 0; ADD_A(s) ADD_D(s) C_(i, j) = s; } }
F(rows) { FOR(i, m) FOR(j, n) { double s = 0; ADD_A(s) ADD_D(s) R[i][j] = s; } }
F(batch) {
  FOR(t, 2) {
    FOR(i, m) FOR(j, n) { double s = 0; ADD_A(s) ADD_D(s) C_(i, j) = s; }
    A++, E++;
  }
}
F(in_memory) {
  FOR(i, m) FOR(j, n) {
    C_(i, j) = b[j];
    FOR(p, k) C_(i, j) += A_(i, p) * B_(p, j);
    FOR(p, l) C_(i, j) += D_(i, p) * E_(p, j);
  }
}
F(cell) { FOR(i, m) { double s = b[i]; CELL_A(s) CELL_D(s) C[i] = s; } }
F(cell_tanh) { FOR(i, m) { double s = b[i]; CELL_A(s) CELL_D(s) C[i] = tanh(s); } }
F(gated) {
  FOR(i, m) {
    double s = 0, t = 0;
    CELL_A(s) CELL_D(t)
    C[i] = 1 / (1 + exp(-s)) * t + b[i];
  }
}
F(cell_columns) {
  FOR(i, m) {
    double s = b[i];
    FOR(p, k) s += A[p * m + i] * B[p];
    FOR(p, l) s += D[p * m + i] * E[p];
    C[i] = tanh(s);
  }
}
F(cell_bytes) {
  const signed char *W = (const signed char *)A, *U = (const signed char *)D;
  FOR(i, m) {
    double s = b[i];
    FOR(p, k) s += W[p * m + i] * B[p];
    FOR(p, l) s += U[p * m + i] * E[p];
    C[i] = s * (1.0 / 128);
  }
}
F(layer) {
  FOR(i, Layer->m) {
    double s = b[i];
    FOR(p, Layer->k) s += A[i * Layer->k + p] * B[p];
    FOR(p, Layer->l) s += D[i * Layer->l + p] * E[p];
    C[i] = tanh(s);
  }
}
F(difference) {
  FOR(i, m) {
    double s = 0;
    CELL_A(s)
    FOR(p, l) s -= D_(i, p) * E[p];
    C[i] = -s;
  }
}
F(deeper) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    FOR(q, 2) FOR(p, l) s += D_(i, p) * E_(p, j);
    C_(i, j) = s;
  }
}
F(optional) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    if (j & 1)
      ADD_D(s)
    C_(i, j) = s;
  }
}
F(carried) {
  double before = 1;
  FOR(i, m) {
    double s = 0;
    CELL_A(s)
    const double t = s;
    CELL_D(s)
    C[i] = s + before;
    before = t;
  }
}
F(if_positive) {
  FOR(i, m) {
    double s = b[i];
    CELL_A(s)
    if (s > 0)
      CELL_D(s)
    C[i] = s;
  }
}
F(downward) {
  for (int i = m - 1; i >= 0; i--) {
    double s = b[i];
    CELL_A(s)
    for (int p = l - 1; p >= 0; p--)
      s += D_(i, p) * E[p];
    C[i] = s;
  }
}
// All iterations have one element.
F(one_place) {
  FOR(i, m) {
    double s = b[i];
    CELL_A(s) CELL_D(s)
    C[0] = s;
  }
}
// The second sum reads what the iteration before has stored.
F(shifted) {
  FOR(i, m) {
    double s = b[i];
    CELL_A(s)
    FOR(p, i) s += D_(i, p) * C[p];
    C[i] = s;
  }
}
F(early) {
  FOR(i, m) {
    double s = b[i];
    CELL_A(s)
    FOR(p, l) {
      s += D_(i, p) * E[p];
      if (s > 1e100)
        break;
    }
    C[i] = s;
  }
}
F(doubled) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    C_(i, j) = s;
    ADD_D(s)
    C_(i, j) = C_(i, j) * s;
  }
}
// There are ways past the first sum to the store.
F(both_or_none) {
  FOR(i, m) FOR(j, n) {
    double s = b[j];
    if (b[i] > 0) { ADD_A(s) ADD_D(s) }
    C_(i, j) = -s;
  }
}
F(one_bound) {
  FOR(i, m) FOR(j, n) {
    double s = b[j];
    ADD_A(s)
    FOR(p, k) s += D[i * k + p] * E_(p, j);
    C_(i, j) = -s;
  }
}
F(three_ways) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    ADD_A(s)
    if (b[i] > 1)
      s = -s;
    else
      ADD_D(s)
    C_(i, j) = s;
  }
}
// Both are wanted.
F(twice_used) {
  FOR(i, m) {
    double s = 0, t = 0;
    CELL_A(s) CELL_D(t)
    C[i] = s * t - s;
  }
}
F(both_stored) {
  FOR(i, m) {
    double s = 0;
    CELL_A(s)
    R[1][i] = s;
    CELL_D(s)
    C[i] = s;
  }
}
// What comes between is no product.
F(long_way) {
  FOR(i, m) {
    double s = b[i];
    CELL_A(s)
    FOR(p, l) s = s * 0.5 + D_(i, p);
    C[i] = s;
  }
}
// Each time with what the time before has left, as C may be E.
F(steps) {
  FOR(t, 3)
    FOR(i, m) { double s = b[t]; CELL_A(s) CELL_D(s) C[i] = s / 8; }
}
#endif

#ifdef MAIN
#include "harness/doubles.h"
#include "harness/pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Doubles = 1 << 14, Most = 50 };

static double *Memory, First[Doubles], Wanted[Doubles];
static double *Rows[Most];
static struct sizes Given;
struct sizes *Layer = &Given;

/// Where A, B, D, E, the bias and C begin.
typedef struct {
  int A, B, D, E, Bias, C;
} Places;

static int run(Form *F, struct sizes S, Places At) {
  memcpy(Memory, First, sizeof First);
  for (int I = 0; I < Most; ++I)
    Rows[I] = Memory + At.C + I * (S.n > 0 ? S.n : 0);
  errno = 7;
  Given = S;
  F(S.m, S.n, S.k, S.l, Memory + At.A, Memory + At.B, Memory + At.D,
    Memory + At.E, Memory + At.Bias, Memory + At.C, Rows);
  return errno;
}

static void fill(int Kind) {
  static unsigned Seed = 1;
  for (int I = 0; I < Doubles; ++I) {
    Seed = Seed * 1103515245 + 12345;
    const int V = (int)(Seed >> 16) % 64;
    First[I] = Kind == 0 ? V / 7.0 : Kind == 1 ? V - 31.5 : V % 3 - 1;
    if (Kind == 3 && Seed >> 8 & 1)
      First[I] = V < 2 ? NAN : V < 4 ? -INFINITY : V < 8 ? 1e200 : -0.0;
  }
}

int main(void) {
  static const struct sizes Sizes[] = {
      {20, 21, 22, 19}, {48, 33, 17, 40}, {40, 20, 48, 48}, {0, 9, 9, 9},
      {9, 0, 9, 9},     {30, 30, 0, 30},  {30, 30, 30, 0},  {9, 9, 9, -1},
      {33, 48, 40, 1},  {17, 40, 1, 40},  {3, 3, 3, 3}};
  static const Places At[] = {
      {0, 3000, 6000, 9000, 12000, 12100}, // All apart.
      {0, 3000, 6000, 9000, 12000, 9000},  // C is E,
      {0, 3000, 6000, 9000, 12000, 9007},  // one that begins later,
      {0, 3000, 6000, 9000, 12000, 8990},  // or sooner;
      {0, 3000, 6000, 9000, 12000, 6000},  // C is D,
      {0, 3000, 6000, 9000, 12000, 3000},  // B,
      {0, 3000, 6000, 9000, 12000, 25},    // a part of A,
      {0, 3000, 6000, 9000, 12000, 12000}, // or the bias;
      {0, 0, 0, 0, 0, 12100},              // all operands are one;
      {0, 3000, 6000, 9000, 12000, 11990}, // C ends in the bias.
  };
  Memory = between_pages(sizeof First, 1);
  for (unsigned F = 0; F < sizeof Forms / sizeof *Forms; ++F)
    for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; ++S)
      for (unsigned P = 0; P < sizeof At / sizeof *At; ++P)
        for (int Kind = 0; Kind < 4; ++Kind) {
          fill(Kind);
          const int Error = run(Forms[F].Run[0], Sizes[S], At[P]);
          memcpy(Wanted, Memory, sizeof Wanted);
          for (int Which = 1; Which < 3; ++Which) {
            const int Got = run(Forms[F].Run[Which], Sizes[S], At[P]);
            if (Got == Error && !any_differs(Memory, Wanted, Doubles))
              continue;
            printf("%s differs: %d, %d, %d, %d, places %u, kind %d, build %d, "
                   "errno %d for %d\n",
                   Forms[F].Name, Sizes[S].m, Sizes[S].n, Sizes[S].k,
                   Sizes[S].l, P, Kind, Which, Got, Error);
            return 1;
          }
        }
  return 0;
}
#endif
