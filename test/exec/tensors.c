//===- tensors.c - Contractions, convolutions and batches -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --driver=tensor-driver --types=float --blocks \
// RUN:   --link-flags=-Wl,--defsym=must_use_workspace=1
// RUN: %exec %s --driver=tensor-driver --types=double,int8_t:int8_t:int32_t \
// RUN:   --flags="-O3 -march=x86-64-v3" --only=mixed_memory,mixed_layer,two_sums_scalar,channels_first_scalar,channels_last_scalar,strided_memory,batch_between_memory,heads_alias
// RUN: not %exec %s --driver=tensor-driver --types=float --sizes=tiny \
// RUN:   --plugin-flags=-DWRONG --only=last_bit,behind_a,before_b,not_a_product \
// RUN:   | FileCheck %s
//
// CHECK: FAIL not_a_product (float): was not rewritten
// CHECK-DAG: FAIL last_bit sizes {{.*}} other bits, element 0
// CHECK-DAG: FAIL behind_a sizes {{.*}} touched memory
// CHECK-DAG: FAIL before_b sizes {{.*}} touched memory
//
// Nests in which several loops play one index. Axes a and b are of i, c and d of
// j, e and f of k, g is of a batch; h is what else a form needs.
//
//===----------------------------------------------------------------------===//

#include "tensor-forms.h"

#ifdef TABLE

#define STEP(INTO) INTO += (T)AT_A * (T)AT_B

/// A nest with loops OUT over C and IN over the sum: sums in C, in a scalar, and
/// in a scalar that starts with a bias and ends with ReLU; apart and not.
#define NESTS(NAME, NA, NB, NC, OUT, IN)                                       \
  NESTS_WITH(MUST, NAME, NA, NB, NC, OUT, IN)
#define NESTS_WITH(FLAGS, NAME, NA, NB, NC, OUT, IN)                           \
  TENSORS(NAME##_memory, FLAGS, long, restrict, NA, NB, NC) {                  \
    typedef long idx;                                                          \
    OUT IN STEP(AT_C);                                                         \
  }                                                                            \
  TENSORS(NAME##_inside_out, 0, long, restrict, NA, NB, NC) {                  \
    typedef long idx;                                                          \
    IN OUT STEP(AT_C);                                                         \
  }                                                                            \
  TENSORS(NAME##_scalar, FLAGS, int, restrict, NA, NB, NC) {                   \
    typedef int idx;                                                           \
    OUT {                                                                      \
      T s = 0;                                                                 \
      IN STEP(s);                                                              \
      AT_C = s;                                                                \
    }                                                                          \
  }                                                                            \
  TENSORS(NAME##_layer, 0, long, restrict, NA, NB, NC) {                       \
    typedef long idx;                                                          \
    OUT {                                                                      \
      T s = V[a];                                                              \
      IN STEP(s);                                                              \
      AT_C = s > 0 ? s : 0;                                                    \
    }                                                                          \
  }                                                                            \
  TENSORS(NAME##_alias, ALIAS, long, , NA, NB, NC) {                           \
    typedef long idx;                                                          \
    OUT IN STEP(AT_C);                                                         \
  }                                                                            \
  TENSORS(NAME##_alias_scalar, ALIAS, int, , NA, NB, NC) {                     \
    typedef int idx;                                                           \
    OUT {                                                                      \
      T s = AT_C;                                                              \
      IN STEP(s);                                                              \
      AT_C = s;                                                                \
    }                                                                          \
  }

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

#define AT_A A[((e * na + a) * nf + f) * nb + b]
#define AT_B B[((c * nf + f) * nd + d) * ne + e]
#define AT_C C[((a * nc + c) * nb + b) * nd + d]
NESTS(mixed, na *nb *ne *nf, nc *nd *ne *nf, na *nb *nc *nd, L(a) L(c) L(b) L(d),
      L(e) L(f))
NESTS(downwards, na *nb *ne *nf, nc *nd *ne *nf, na *nb *nc *nd,
      LDOWN(d) L(a) LDOWN(b) L(c), LDOWN(f) L(e))
#undef AT_A
#undef AT_B
#undef AT_C

/// The lines of A are those of b, whose neighbor d is the one of C's vectors.
#define AT_A A[((d * ne + e) * nf + f) * nb + b]
#define AT_B B[((c * nf + f) * na + a) * ne + e]
#define AT_C C[((b * na + a) * nc + c) * nd + d]
NESTS(planes, nb *nd *ne *nf, na *nc *ne *nf, na *nb *nc *nd,
      L(b) L(a) L(c) L(d), L(e) L(f))
#undef AT_A
#undef AT_B
#undef AT_C

/// The same of A, of three axes, and of B.
#define AT_A A[((h * nd + d) * ne + e) * nb + b]
#define AT_B B[((c * ne + e) * na) + a]
#define AT_C C[(((h * nb + b) * na + a) * nc + c) * nd + d]
NESTS(both_planes, nb *nd *nh *ne, na *nc *ne, na *nb *nc *nd *nh,
      L(h) L(b) L(a) L(c) L(d), L(e))
#undef AT_A
#undef AT_B
#undef AT_C

/// All groups fold.
#define AT_A A[((a * nb + b) * ne + e) * nf + f]
#define AT_B B[((e * nf + f) * nc + c) * nd + d]
#define AT_C C[((a * nb + b) * nc + c) * nd + d]
NESTS_WITH(0, folds, na *nb *ne *nf, nc *nd *ne *nf, na *nb *nc *nd,
           L(a) L(b) L(c) L(d), L(e) L(f))
#undef AT_A
#undef AT_B
#undef AT_C

/// Only the sum has two axes, in another order in each operand.
#define AT_A A[(a * ne + e) * nf + f]
#define AT_B B[(c * nf + f) * ne + e]
#define AT_C C[a * nc + c]
NESTS(two_sums, na *ne *nf, nc *ne *nf, na *nc, L(a) L(c), L(e) L(f))
#undef AT_A
#undef AT_B
#undef AT_C

/// A tensor times a matrix in its second mode.
#define AT_A A[c * ne + e]
#define AT_B B[(a * ne + e) * nd + d]
#define AT_C C[(a * nc + c) * nd + d]
NESTS(second_mode, nc *ne, na *ne *nd, na *nc *nd, L(a) L(c) L(d), L(e))
#undef AT_A
#undef AT_B
#undef AT_C

//===----------------------------------------------------------------------===//
// Convolutions: a outputs, c by d pixels, e inputs, filters of f by b
//===----------------------------------------------------------------------===//

#define ROWS (nc + nf - 1)
#define COLUMNS (nd + nb - 1)
#define AT_A A[((a * ne + e) * nf + f) * nb + b]
#define AT_B B[(e * ROWS + c + f) * COLUMNS + d + b]
#define AT_C C[(a * nc + c) * nd + d]
NESTS(channels_first, na *ne *nf *nb, ne *ROWS *COLUMNS, na *nc *nd,
      L(a) L(c) L(d), L(e) L(f) L(b))
#undef AT_A
#undef AT_B

#define AT_A A[(((g * na + a) * ne + e) * nf + f) * nb + b]
#define AT_B B[((g * ne + e) * ROWS + c + f) * COLUMNS + d + b]
#undef AT_C
#define AT_C C[((g * na + a) * nc + c) * nd + d]
NESTS(grouped, ng *na *ne *nf *nb, ng *ne *ROWS *COLUMNS, ng *na *nc *nd,
      L(g) L(a) L(c) L(d), L(e) L(f) L(b))
#undef AT_A
#define AT_A A[((a * ne + e) * nf + f) * nb + b]
NESTS(images, na *ne *nf *nb, ng *ne *ROWS *COLUMNS, ng *na *nc *nd,
      L(g) L(a) L(c) L(d), L(e) L(f) L(b))
#undef AT_A
#undef AT_B
#undef AT_C
#undef ROWS
#undef COLUMNS

#define ROWS (nc + nf - 1)
#define COLUMNS (nd + nb - 1)
#define AT_A A[((c + f) * COLUMNS + d + b) * ne + e]
#define AT_B B[((f * nb + b) * ne + e) * na + a]
#define AT_C C[(c * nd + d) * na + a]
NESTS_WITH(0, channels_last, ROWS *COLUMNS *ne, na *ne *nf *nb, na *nc *nd,
           L(c) L(d) L(a), L(f) L(b) L(e))
#undef AT_A
#undef AT_B
#undef AT_C
#undef ROWS
#undef COLUMNS

/// Strides of nh + 1 and 2, dilation of 3.
#define ROWS ((nc - 1) * (nh + 1) + (nf - 1) * 3 + 1)
#define COLUMNS ((nd - 1) * 2 + (nb - 1) * 3 + 1)
#define AT_A A[((a * ne + e) * nf + f) * nb + b]
#define AT_B B[(e * ROWS + c * (nh + 1) + f * 3) * COLUMNS + d * 2 + b * 3]
#define AT_C C[(a * nc + c) * nd + d]
NESTS(strided, na *ne *nf *nb, ne *ROWS *COLUMNS, na *nc *nd, L(a) L(c) L(d),
      L(e) L(f) L(b))
#undef AT_A
#undef AT_B
#undef AT_C
#undef ROWS
#undef COLUMNS

/// Filters of three by three.
#define AT_A A[((a * ne + e) * 3 + r) * 3 + q]
#define AT_B B[(e * (nc + 2) + c + r) * (nd + 2) + d + q]
#define AT_C C[(a * nc + c) * nd + d]
NESTS(three_by_three, na *ne * 9, ne *(nc + 2) * (nd + 2), na *nc *nd,
      L(a) L(c) L(d),
      L(e) for (int r = 0; r < 3; r++) for (int q = 0; q < 3; q++))
#undef AT_A
#undef AT_B
#undef AT_C

/// Filters in one dimension over one signal: no axis but of the filter in the sum.
#define AT_A A[a * ne + e]
#define AT_B B[c + e]
#define AT_C C[a * nc + c]
NESTS(filter_bank, na *ne, nc + ne - 1, na *nc, L(a) L(c), L(e))
#undef AT_A
#undef AT_B
#undef AT_C

/// Volumes: filters of f by b by h.
#define AT_A A[(((a * ne + e) * nf + f) * nb + b) * nh + h]
#define AT_B                                                                   \
  B[((e * (nc + nf - 1) + c + f) * (nd + nb - 1) + d + b) * (ng + nh - 1) + g + h]
#define AT_C C[((a * nc + c) * nd + d) * ng + g]
NESTS(volumes, na *ne *nf *nb *nh,
      ne *(nc + nf - 1) * (nd + nb - 1) * (ng + nh - 1), na *nc *nd *ng,
      L(a) L(c) L(d) L(g), L(e) L(f) L(b) L(h))
#undef AT_A
#undef AT_B
#undef AT_C

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

#define AT_A A[(g * na + a) * ne + e]
#define AT_B B[(g * ne + e) * nc + c]
#define AT_C C[(g * na + a) * nc + c]
#define BATCHES(NAME, OUT)                                                     \
  NESTS(NAME, ng *na *ne, ng *ne *nc, ng *na *nc, OUT, L(e))
BATCHES(batch_outside, L(g) L(a) L(c))
BATCHES(batch_between, L(a) L(g) L(c))
BATCHES(batch_inside, L(a) L(c) L(g))
TENSORS(batch_innermost, MUST, long, restrict, ng *na *ne, ng *ne *nc,
        ng *na *nc) {
  typedef long idx;
  L(a) L(c) L(e) L(g) STEP(AT_C);
}
TENSORS(batch_innermost_rows, MUST, int, restrict, ng *na *ne, ng *ne *nc,
        ng *na *nc) {
  typedef int idx;
  L(e) L(a) LDOWN(c) LDOWN(g) STEP(AT_C);
}
TENSORS(batch_innermost_alias, ALIAS, long, , ng *na *ne, ng *ne *nc,
        ng *na *nc) {
  typedef long idx;
  L(a) L(e) L(c) L(g) STEP(AT_C);
}
#undef AT_A
#undef AT_B
#undef AT_C

/// Matrices are interleaved.
#define AT_A A[(a * ne + e) * ng + g]
#define AT_B B[(e * nc + c) * ng + g]
#define AT_C C[(a * nc + c) * ng + g]
BATCHES(interleaved, L(a) L(c) L(g))
TENSORS(interleaved_innermost, 0, long, restrict, ng *na *ne, ng *ne *nc,
        ng *na *nc) {
  typedef long idx;
  L(a) L(c) L(e) L(g) STEP(AT_C);
}
#undef AT_A
#undef AT_B
#undef AT_C

/// Heads lie side by side in A and B and one behind the other in C.
#define AT_A A[((h * na + a) * ng + g) * ne + e]
#define AT_B B[((h * nc + c) * ng + g) * ne + e]
#define AT_C C[((h * ng + g) * na + a) * nc + c]
NESTS(heads, nh *ng *na *ne, nh *ng *nc *ne, nh *ng *na *nc,
      L(h) L(g) L(a) L(c), L(e))
#undef AT_A
#undef AT_B
#undef AT_C

//===----------------------------------------------------------------------===//
// What only looks like it
//===----------------------------------------------------------------------===//

#define NEAR(NAME, NA, NB, NC)                                                 \
  TENSORS(NAME, 0, long, restrict, NA, NB, NC)

/// Elements of C are added to by several steps of an axis, but where it has one.
NEAR(moving_c, na *nf *ne, nc *ne *nf, (na + nf) * nc) {
  typedef long idx;
  L(a) L(c) L(f) L(e) C[(a + f) * nc + c] +=
      A[(a * nf + f) * ne + e] * B[(c * ne + e) * nf + f];
}
NEAR(gradient_of_input, na *nc *nd, na *ne *nf *nb,
     ne *(nc + nf - 1) * (nd + nb - 1)) {
  typedef long idx;
  L(a) L(c) L(d) L(e) L(f) L(b)
      C[(e * (nc + nf - 1) + c + f) * (nd + nb - 1) + d + b] +=
      A[(a * nc + c) * nd + d] * B[((a * ne + e) * nf + f) * nb + b];
}
NEAR(prefix, na *nf *ne, nc *ne *nf, na *nc *nf) {
  typedef long idx;
  L(a) L(c) {
    T s = 0;
    L(f) {
      L(e) s += A[(a * nf + f) * ne + e] * B[(c * ne + e) * nf + f];
      C[(a * nc + c) * nf + f] = s;
    }
  }
}
NEAR(triangle, na *ne *ne, nc *ne *ne, na *nc) {
  typedef long idx;
  L(a) L(c) L(e) for (idx l = 0; l <= e; ++l) C[a * nc + c] +=
      A[(a * ne + e) * ne + l] * B[(c * ne + l) * ne + e];
}
NEAR(clipped, na *ne *nf, ne *nc, na *nc) {
  typedef long idx;
  L(a) L(c) L(e) for (idx f = 0; f < nf && c + f < nc; ++f) C[a * nc + c] +=
      A[(a * ne + e) * nf + f] * B[e * nc + c + f];
}
NEAR(diagonal, na *ne *na, na *ne, na *nc) {
  typedef long idx;
  L(a) L(c) L(e) C[a * nc + c] += A[(a * ne + e) * na + a] * B[e * na + a];
}
NEAR(repeated, na *ne, ne *nc, na *nc) {
  typedef long idx;
  L(g) L(a) L(c) L(e) C[a * nc + c] += A[a * ne + e] * B[e * nc + c];
}
/// A running sum over the steps of a batch.
NEAR(runs_over_batch, ng *na *ne, ng *ne *nc, ng *na *nc) {
  typedef long idx;
  L(a) L(c) L(e) {
    T s = 0;
    L(g) {
      s += A[(g * na + a) * ne + e] * B[(g * ne + e) * nc + c];
      C[(g * na + a) * nc + c] = s;
    }
  }
}
NEAR(condition, na *ne *nf, nc *ne *nf, na *nc) {
  typedef long idx;
  L(a) L(c) L(e) L(f) if (e != f) C[a * nc + c] +=
      A[(a * ne + e) * nf + f] * B[(c * nf + f) * ne + e];
}

//===----------------------------------------------------------------------===//
// Wrong on purpose, with -DWRONG: the driver has to see it
//===----------------------------------------------------------------------===//

#ifndef WRONG
#define WRONG 0
#endif
#define MISTAKE(NAME, ...)                                                     \
  NEAR(NAME, na *ne, ne *nc, na *nc) {                                         \
    typedef long idx;                                                          \
    L(a) L(c) L(e) C[a * nc + c] += A[a * ne + e] * B[e * nc + c];             \
    if (WRONG && na && nc && ne) {                                             \
      volatile T sink;                                                         \
      __VA_ARGS__;                                                             \
      (void)sink;                                                              \
    }                                                                          \
  }
MISTAKE(last_bit, sink = 0; ++*(unsigned char *)&C[0])
MISTAKE(behind_a, sink = A[na * ne])
MISTAKE(before_b, sink = B[-1])
#ifdef ONLY_not_a_product
TENSORS(not_a_product, MUST, long, restrict, na *ne, ne *nc, na *nc) {
  typedef long idx;
  L(a) L(c) L(e) C[a * nc + c] += A[a * ne + e] + B[e * nc + c];
}
#endif

#endif // TABLE
