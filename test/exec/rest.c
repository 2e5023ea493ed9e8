//===- rest.c - Products among other statements ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --driver=rest-driver
// RUN: %exec %s --driver=rest-driver --types=float --blocks \
// RUN:   --link-flags=-Wl,--defsym=must_use_workspace=1
//
// Nests that do something besides their product, in the body of each loop, with
// arrays that are apart (restrict) and with arrays on top of each other.
//
//===----------------------------------------------------------------------===//

#include "rest-forms.h"

#ifdef TABLE
/// One that needs restrict to be rewritten.
#define APART(NAME, ...)                                                       \
  REST(NAME, MUST, restrict) { __VA_ARGS__ }                                   \
  REST(NAME##_alias, ALIAS, ) { __VA_ARGS__ }

// Another store of the sum, before and after the result's.
BOTH(two_results, I J {
  SUM C_ = s;
  D_ = s;
})
BOTH(scaled_too, I J {
  SUM D_ = alpha * s;
  C_ = s;
})
BOTH(scaled_result, I J {
  SUM C_ = alpha * s;
  D_ = C_ + v[j];
})
BOTH(squared_in_place, I J {
  SUM C_ = s;
  E[i * N + j] = C_ * D_;
  v[j] += s * s;
})
BOTH(over_root, I J {
  SUM C_ = s / (T)__builtin_sqrt(K);
  D_ = C_ * (T)__builtin_sqrt(K - 40);
})
BOTH(over_root_of_negative, v[0] = K - 40; I J {
  SUM C_ = s / __builtin_sqrtf(K - 40);
  v[i] = A[i * K];
})
BOTH(residual_overwritten, I J {
  SUM C_ = s + D_;
  D_ = 0;
})
BOTH(in_memory, I J {
  C_ = 0;
  L C_ += A_ * B_;
  D_ = C_ + 1;
})
BOTH(added, I J {
  L C_ += A_ * B_;
  v[i] = C_;
})

// In the body of the outer loop, before and after.
BOTH(row_before, I {
  v[i] = A[i * K];
  J { SUM C_ = s; }
})
BOTH(row_after, I {
  J { SUM C_ = s; }
  v[i] = v[i] * 2 + C[i * N];
})
BOTH(row_sum, I {
  T t = 0;
  L t += A_;
  v[i] = t;
  J { SUM C_ = s; }
})
BOTH(relu, I {
  J { SUM C_ = s; }
  J C_ = C_ > 0 ? C_ : 0;
})
BOTH(normalized, I {
  J { SUM C_ = s; }
  T most = C[i * N], t = 0;
  J most = C_ > most ? C_ : most;
  J t += C_ - most;
  J C_ = (C_ - most) / (t - 1);
})
BOTH(norm_in_k, I {
  T t = 0;
  L {
    t += A_ * A_;
    J C_ += A_ * B_;
  }
  v[i] = t;
})
BOTH(cleared, I {
  J D_ = 0;
  J { SUM C_ = s; }
})
BOTH(copied, I {
  J { SUM C_ = s; }
  J D_ = C_;
})
BOTH(copied_first, I {
  L E[i * K + k] = A_;
  J { SUM C_ = s; }
})
BOTH(columns, I {
  J { SUM C_ = s; }
  J v[j] += C_;
})

// In the body of the k loop.
BOTH(in_k, I L {
  E[i * K + k] = A_ * 2;
  J C_ += A_ * B_;
})
APART(in_k_inner, I J {
  T s = 0;
  L {
    s += A_ * B_;
    E[k] = A_;
  }
  C_ = s;
})
APART(in_kij, L {
  I J C_ += A_ * B_;
  v[k] += 1;
})

// Values that leave the nest.
BOTH(total, T t = 0; I J {
  SUM C_ = s;
  t += s;
} v[0] = t;)
BOTH(last, T t = 0; I J {
  SUM C_ = s;
  t = s;
} v[0] = t;)
BOTH(sum_of_a, T t = 0; I {
  L t += A_;
  J { SUM C_ = s; }
} v[1] = t;)

// Several products.
BOTH(two_in_one_loop, I J {
  T s = 0, t = 0;
  L {
    s += A_ * B_;
    t += A_ * E[k * N + j];
  }
  C_ = s;
  D_ = t;
})
// One sum gates the other.
BOTH(gated, I J {
  T s = 0, t = 0;
  L {
    s += A_ * B_;
    t += A_ * E[k * N + j];
  }
  D_ = s;
  C_ = (s > 0 ? s : s * v[j]) * t;
})
BOTH(gated_by_loop_before, I J {
  T t = 0;
  SUM D_ = s;
  L t += A_ * E[k * N + j];
  C_ = s / (1 + s * s) * t;
})
BOTH(two_side_by_side, I {
  J { SUM C_ = s; }
  J {
    T t = 0;
    L t += A_ * E[k * N + j];
    D_ = t;
  }
})
BOTH(two_mm, I {
  J { SUM C_ = s; }
  L {
    T t = 0;
    J t += C_ * E[j * K + k];
    D[i * K + k] = t;
  }
})
BOTH(attention, I {
  J { SUM C_ = alpha * s; }
  T t = 1;
  J t += C_ * C_;
  J C_ /= t;
  L {
    T o = 0;
    J o += C_ * E[j * K + k];
    D[i * K + k] = o;
  }
})
BOTH(prepared_rows, I {
  L A_ *= v[i];
  J { SUM C_ = s; }
})
BOTH(copied_rows, I {
  L E[i * K + k] = A_ * alpha;
  J {
    T s = 0;
    L s += E[i * K + k] * B_;
    C_ = s;
  }
})

// Conditions that the product does not depend on.
BOTH(stored_if, I J {
  SUM C_ = s;
  if (v[j] > 0)
    D_ = s * v[j];
})
BOTH(counted_if, int count = 0; I {
  J { SUM C_ = s; }
  if (C[i * N] > 0) {
    count += i;
    v[i] = count;
  }
})
BOTH(loop_if, I {
  J { SUM C_ = s; }
  if (v[i] > 0)
    J D_ = C_ * v[i];
})
BOTH(rest_of_columns, I {
  int j = 0;
  for (; j < N / 4 * 4; j++) {
    SUM C_ = s;
  }
  for (; j < N; j++)
    C_ = 1;
})

// Dependences that forbid the split, always or for some arrays.
MAY(interleaved_columns, I for (int j = 0; j < N / 2; j++) {
  T s = 0, t = 0;
  L {
    s += A_ * B[k * N + 2 * j];
    t += A_ * B[k * N + 2 * j + 1];
  }
  C[i * N + 2 * j] = s;
  C[i * N + 2 * j + 1] = t;
})
MAY(old_value, I J {
  T old = C_;
  SUM C_ = s;
  D_ = old;
})
MAY(next_row, I J {
  SUM C_ = s;
  D_ = C[(i + 1) * N + j];
})
MAY(earlier_row, I J {
  SUM C[(i + 1) * N + j] = s;
  D_ = C_;
})
MAY(next_column, I J {
  SUM C_ = s;
  D_ = C[i * N + j + 1];
})
MAY(operand_changes, I {
  J { SUM C_ = s; }
  B[i] = 2;
})
MAY(operand_row_changes, I {
  J { SUM C_ = s; }
  L A_ = 0;
})
MAY(next_operand_row_changes, I {
  J { SUM C_ = s; }
  L A[(i + 1) * K + k] = C[i * N];
})
MAY(partial_sums, I J {
  T s = 0;
  L {
    s += A_ * B_;
    E[k] = s;
  }
  C_ = s;
})
MAY(previous_result, T last = 0; I J {
  SUM C_ = s + last;
  last = s;
})
MAY(every_step, I L {
  J C_ += A_ * B_;
  v[i] += C[i * N];
})
MAY(transposed_reader, I {
  J { SUM C_ = s; }
  J D_ = C[j * N + i];
})
MAY(c_again_before_k, I {
  J C_ = 1;
  if (v[i] > 0)
    J C_ = 2;
  J L C_ += A_ * B_;
})
#endif
