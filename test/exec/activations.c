//===- activations.c - Functions that set errno, behind a sum -------------===//
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
// RUN:   | grep -c 'matrix product rewritten' | grep -x 33
// RUN: %clangplugin %{flags} -O3 -fno-strict-aliasing -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -Rpass=gemmify -o %t.blocks.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 22
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
//
// Each call is made in the source's order: which of two numbers errno is tells.
// Results may overlap what they are computed of.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <math.h>
#include <stddef.h>

#define EACH(F)                                                                \
  F(tanh_bias) F(sigmoid) F(swish) F(logits) F(poly) F(root) F(gelu) F(elu)    \
  F(softplus) F(in_memory) F(added) F(scaled) F(residual) F(twice) F(counted)  \
  F(other) F(total) F(rows) F(columns) F(batch) F(window) F(pushed) F(blended) \
  F(stepped) F(argument) F(inside) F(copied) F(layer) F(deep) F(vector)        \
  F(vector_layer) F(vectors) F(deep_vector) F(met) F(of_errno) F(vector_of_errno)
#define ARGS                                                                   \
  (int m, int n, int k, const double *A, const double *B, const double *b,     \
   double *C, double *D, double **R)
/// Sizes that are loaded in the nest.
struct sizes {
  int m, n, k;
};
extern struct sizes *Layer;
extern const int *Depth; ///< It may be errno.
extern const long Zero;


#include "harness/builds.h"

#define A_(I, P) A[(I) * k + (P)]
#define B_(P, J) B[(P) * n + (J)]
#define C_(I, J) C[(I) * n + (J)]
#define FOR(V, HI) for (int V = 0; V < (HI); V++)
#define SUM(S, FIRST)                                                          \
  double S = FIRST;                                                            \
  FOR(p, k) S += A_(i, p) * B_(p, j);

#ifdef V
F(tanh_bias) { FOR(i, m) FOR(j, n) { SUM(s, b[j]) C_(i, j) = tanh(s); } }
F(sigmoid) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = 1 / (1 + exp(-(s + b[j]))); } }
F(swish) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = s / (1 + exp(-s)); } }
F(logits) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = log(s); } }
F(poly) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = pow(s + 1, b[0]); } }
F(root) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = sqrt(s); } }
F(gelu) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = 0.5 * s * (1 + erf(s * 0.7071)); } }
F(elu) { FOR(i, m) FOR(j, n) { SUM(s, b[j]) C_(i, j) = s > 0 ? s : exp(s) - 1; } }
F(softplus) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = s > 20 ? s : log1p(exp(s)); } }
F(in_memory) {
  FOR(i, m) FOR(j, n) {
    C_(i, j) = 0;
    FOR(p, k) C_(i, j) += A_(i, p) * B_(p, j);
    C_(i, j) = log(C_(i, j));
  }
}
// Kept, as there is one element for both: the old one is read behind the call.
F(added) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) += log(s); } }
F(scaled) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = log(s) + 0.5 * C_(i, j); } }
F(residual) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = log(s) + b[i]; } }
F(twice) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = log(s) * exp(s); } }
F(counted) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = j ? log(s) : exp(s); } }
F(other) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = s; D[i * n + j] = log(s); } }
F(total) {
  double t = 0;
  FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = s; t += log(s); }
  *D = t;
}
F(rows) { FOR(i, m) FOR(j, n) { SUM(s, 0) R[i][j] = log(s); } }
F(columns) { FOR(j, n) FOR(i, m) { SUM(s, b[j]) C[j * m + i] = log(s); } }
F(batch) {
  FOR(h, 3) {
    FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = log(s); }
    C += m * n;
    B += k;
  }
}
// A sum of two loops.
F(window) {
  FOR(i, m) FOR(j, n) {
    double s = b[j];
    FOR(u, 3) FOR(p, k) s += A[(i + u) * k + p] * B[(u * k + p) * n + j];
    C_(i, j) = log(s);
  }
}
F(pushed) { FOR(i, m) FOR(j, n) { SUM(s, 0) *C++ = log(s); } }
F(blended) { FOR(i, m) FOR(j, n) { SUM(s, 0) C_(i, j) = b[0] * log(s) + b[1] * D[i * n + j]; } }
F(stepped) { FOR(i, m) FOR(j, n) { SUM(s, 0) C[2 * (i * n + j)] = log(s); } }
F(layer) {
  FOR(i, Layer->m) FOR(j, Layer->n) {
    double s = b[j];
    FOR(p, Layer->k) s += A[i * Layer->k + p] * B[p * Layer->n + j];
    C[i * Layer->n + j] = log(s);
  }
}
F(deep) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    FOR(p, *Depth) s += A_(i, p) * B_(p, j);
    C_(i, j) = log(s);
  }
}
F(vector) {
  FOR(i, m) {
    double s = b[i];
    FOR(p, k) s += A_(i, p) * B[p];
    C[i] = log(s);
  }
}
F(vector_layer) {
  FOR(i, Layer->m) {
    double s = b[i];
    FOR(p, Layer->k) s += A[i * Layer->k + p] * B[p];
    C[i] = 1 / (1 + exp(-s));
  }
}
// One layer after the other.
F(vectors) {
  FOR(h, 3) FOR(i, m) {
    double s = b[i];
    FOR(p, k) s += A[(h * m + i) * k + p] * C[h * n + p];
    C[(h + 1) * n + i] = log(s);
  }
}
F(deep_vector) {
  FOR(i, m) {
    double s = 0;
    FOR(p, *Depth) s += A[i * 40 + p] * B[p];
    C[i] = log(s);
  }
}
// A size that the nest only comes to behind the call.
F(met) {
  FOR(i, m) FOR(j, n) {
    SUM(s, 0)
    const double t = log(s);
    C[i * *Depth + j] = t;
  }
}
// A factor that the calls may change.
F(of_errno) {
  const int *E = Depth;
  const long z = Zero;
  FOR(i, m) FOR(j, n) {
    double s = b[j];
    FOR(p, k) s += A_(i, p) * E[p * z + j * z];
    C_(i, j) = log(s);
  }
}
F(vector_of_errno) {
  const int *E = Depth;
  const long z = Zero;
  FOR(i, m) {
    double s = b[i];
    FOR(p, k) s += A_(i, p) * E[p * z];
    C[i] = log(s);
  }
}
// Kept: the old element is copied behind the call, by memcpy.
F(copied) {
  typedef struct { double At[3]; } Three;
  Three *X = (Three *)C, *Old = (Three *)D;
  FOR(i, m) FOR(j, n) {
    SUM(s, 0)
    const double t = log(s);
    Old[j] = X[i * n + j];
    X[i * n + j].At[0] = t;
  }
}
// Kept: what is computed is not behind the sum.
F(argument) {
  FOR(i, m) FOR(j, n) {
    double s = 0;
    FOR(p, k) s += A_(i, p) * log(B_(p, j));
    C_(i, j) = s;
  }
}
F(inside) {
  FOR(i, m) FOR(p, k) {
    const double t = log(A_(i, p));
    FOR(j, n) C_(i, j) += t * B_(p, j);
  }
}
#endif

#ifdef MAIN
#include "harness/doubles.h"
#include "harness/pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Doubles = 1 << 14, Most = 48 };

static double *Memory, First[Doubles], Wanted[Doubles];
static double *Rows[Most];
static struct sizes Given;
struct sizes *Layer = &Given;
const int *Depth;
const long Zero = 0;

/// Where A, B, the bias, C and D begin.
typedef struct {
  int A, B, Bias, C, D;
} Places;

static int run(Form *F, int m, int n, int k, Places At, int DeepAsErrno) {
  memcpy(Memory, First, sizeof First);
  for (int I = 0; I < Most; ++I)
    Rows[I] = Memory + At.C + I * (n > 0 ? n : 0);
  errno = 7;
  Given = (struct sizes){m, n, k};
  Depth = DeepAsErrno ? &errno : &Given.k;
  F(m, n, k, Memory + At.A, Memory + At.B, Memory + At.Bias, Memory + At.C,
    Memory + At.D, Rows);
  return errno;
}

static void fill(int Kind) {
  static unsigned Seed = 1;
  for (int I = 0; I < Doubles; ++I) {
    Seed = Seed * 1103515245 + 12345;
    const int V = (int)(Seed >> 16) % 64;
    First[I] = Kind == 0 ? V / 8.0 : Kind == 1 ? V - 31.5 : V % 3 - 1;
    if (Kind == 3 && Seed >> 8 & 1)
      First[I] = V < 4 ? NAN : V < 8 ? -INFINITY : V < 16 ? 1e200 : 0;
  }
}

int main(void) {
  static const int Sizes[][3] = {{20, 21, 22}, {48, 33, 17}, {0, 9, 9},
                                 {9, 0, 9},    {9, 9, 0},    {-1, 5, 5},
                                 {33, 48, 40}, {17, 40, 1}};
  static const Places At[] = {{0, 3000, 9000, 9100, 14000},
                              {0, 3000, 3010, 9100, 14000},
                              {0, 3000, 9000, 100, 14000},
                              {0, 3000, 9000, 3100, 14000},
                              {0, 3000, 9100, 9100, 9101},
                              {0, 3000, 9000, 9100, 9100}};
  Memory = between_pages(sizeof First, 1);
  for (unsigned F = 0; F < sizeof Forms / sizeof *Forms; ++F)
    for (unsigned S = 0; S < sizeof Sizes / sizeof *Sizes; ++S)
      for (unsigned P = 0; P < sizeof At / sizeof *At; ++P)
        for (int Kind = 0; Kind < 4; ++Kind) {
          const int m = Sizes[S][0], n = Sizes[S][1], k = Sizes[S][2];
          fill(Kind);
          const int Error = run(Forms[F].Run[0], m, n, k, At[P], P == 1);
          memcpy(Wanted, Memory, sizeof Wanted);
          for (int Which = 1; Which < 3; ++Which) {
            const int Got = run(Forms[F].Run[Which], m, n, k, At[P], P == 1);
            if (Got == Error && !any_differs(Memory, Wanted, Doubles))
              continue;
            printf("%s differs: %d, %d, %d, places %u, errno %d for %d\n",
                   Forms[F].Name, m, n, k, P, Got, Error);
            return 1;
          }
        }
  return 0;
}
#endif
