//===- expanded-rows.c - Products that form one row at a time -------------===//
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
// Each iteration of the outermost loop puts its row of the product in v, and
// uses it from there: before all of it is written, after, too late, and where v
// lies on top of the other arrays.
//
//===----------------------------------------------------------------------===//

#include "rest-forms.h"

#ifdef TABLE
// PolyBench's doitgen, and in place as there: into rows of A, which reach into
// the next one where N > K.
BOTH(copied, I {
  J {
    v[j] = 0;
    L v[j] += A_ * B_;
  }
  J D_ = v[j];
})
BOTH(in_place, I {
  J {
    v[j] = 0;
    L v[j] += A_ * B_;
  }
  J A[i * K + j] = v[j];
})
BOTH(batches, UP(int, r, 3) I {
  J {
    v[j] = 0;
    L v[j] += A[(r + i) * K + k] * B_;
  }
  J D[r * 100 + i * N + j] = v[j];
})

// Other ways to form the row.
BOTH(from_register, I {
  J { SUM v[j] = s; }
  J D_ = v[j] * alpha;
})
BOTH(k_outside, I {
  J v[j] = 0;
  L J v[j] += A_ * B_;
  J D_ = v[j];
})
BOTH(biased, I {
  J v[j] = E[j];
  L J v[j] += A_ * B_;
  J D_ = v[j] > 0 ? v[j] : 0;
})
BOTH(clamped, I {
  J { SUM v[j] = s > 0 ? s : 0; }
  J D_ = v[j];
})
BOTH(local, T row[100]; I {
  J row[j] = 0;
  L J row[j] += A_ * B_;
  J D_ = row[j];
})

// Other ways to use it.
BOTH(at_once, I J {
  SUM v[j] = s;
  D_ = s + v[j];
})
BOTH(normalized, I {
  J { SUM v[j] = s; }
  T t = 1;
  J t += v[j] * v[j];
  J D_ = v[j] / t;
})
BOTH(sum_of_row, I {
  J { SUM v[j] = s; }
  T t = 0;
  J t += v[j];
  E[i] = t;
})
BOTH(used_on_condition, I {
  J { SUM v[j] = s; }
  if (A[i * K] > 0)
    J D_ = v[j];
})
BOTH(largest, I {
  J { SUM v[j] = s; }
  T most = v[0];
  for (int j = 1; j < N; j++)
    most = v[j] > most ? v[j] : most;
  J D_ = v[j] - most;
})
BOTH(reversed, I {
  J { SUM v[j] = s; }
  J D_ = v[N - 1 - j];
})
BOTH(pairs, I {
  J { SUM v[j] = s; }
  UP(int, j, N / 2) D_ = v[2 * j] * v[2 * j + 1];
})
BOTH(second_half, I {
  J { SUM v[j] = s; }
  UP(int, j, N / 2) D_ = v[j + N / 2];
})
BOTH(two_rows, I {
  J {
    SUM v[j] = s;
    C[j] = s * 2;
  }
  J D_ = v[j] + C[j];
})

// Rows that an iteration does not write before it reads them, or not alone.
MAY(accumulated, I {
  J L v[j] += A_ * B_;
  J D_ = v[j];
})
MAY(row_before, I {
  J D_ = v[j];
  J { SUM v[j] = s; }
})
MAY(next_element, I J {
  SUM D_ = v[j + 1];
  v[j] = s;
})
MAY(element_to_come, I {
  J {
    SUM v[j] = s;
    D_ = v[N - 1 - j];
  }
})
MAY(rest_of_row_to_come, I {
  J {
    SUM v[j] = s;
    T t = 0;
    for (int l = 0; l < N; ++l)
      t += v[l];
    D_ = t;
  }
})
MAY(blocks_of_row_to_come, I J {
  SUM v[j] = s;
  UP(int, l, N) D[j * N + l] = v[l];
})
MAY(longer_row, I {
  J { SUM v[j] = s; }
  UP(int, j, N + 1) D[i * (N + 1) + j] = v[j];
})
MAY(shifted_row, I {
  J { SUM v[j] = s; }
  UP(int, j, N) D_ = v[j + 1];
})
MAY(below, I {
  J { SUM v[j] = s; }
  UP(int, j, N / 2) D_ = v[j + 20 - K];
})
MAY(outside, I {
  J { SUM v[j] = s; }
  UP(int, j, K) D[i * K + j] = v[2 * j];
})
MAY(changed_later, I {
  J { SUM v[j] = s; }
  J D_ = v[j];
  v[0] = 1;
})
MAY(incomplete, I {
  J v[j] = 0;
  L {
    J v[j] += A_ * B_;
    J D_ += v[j];
  }
})
MAY(element_of_incomplete, I {
  J v[j] = 0;
  L {
    J v[j] += A_ * B_;
    D[i * N + k] = v[k];
  }
})
MAY(row_of_columns, I {
  J { SUM v[3 * j] = s; }
  J D_ = v[3 * j];
})
MAY(written_if, I {
  if (E[i] > 0)
    J { SUM v[j] = s; }
  J D_ = v[j];
})
MAY(operand_in_row, I {
  J { SUM v[j] = s; }
  L A[(i + 1) * K + k] += v[0];
})
#endif
