//===- random-checks.h - Products with checks of any index ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RANDOM_CHECKS_H
#define RANDOM_CHECKS_H

/// The loops run from First to Limit of i, j and k, some of them By steps. An
/// index of A is At[0] + i * At[1] + k * At[2], of B At[3] + k * At[4] + j *
/// At[5], of C At[6] + i * At[7] + j * At[8].
struct numbers {
  long first[3], limit[3], by[3], at[9], length[3];
  long more[4]; ///< For checks of other numbers.
};

enum { Forms = 98 };
/// Returns which check failed, 0 for none.
typedef int form(const double *, const double *, double *,
                 const struct numbers *);
extern form *const plain[Forms], *const gemmify[Forms];

#endif // RANDOM_CHECKS_H
