//===- TripCount.h - How often a loop of a nest runs ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Trip counts as ScalarEvolution computes them, and those that it cannot
/// compute because they hold only under conditions that a guard can test: a
/// counter that is narrower than its bound, a step that is known at run time
/// only, a pointer that has to meet its end exactly.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_TRIPCOUNT_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_TRIPCOUNT_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/access/AffineAccess.h"

namespace gemmify {

/// How often the body of \p L runs when it is entered, as i64, provided that
/// the conditions hold which are left in \p Access. May change with the loops
/// around it. Null when it is unknown; then \p Why says why.
const llvm::SCEV *countBodies(const llvm::Loop &L, AffineAccess &Access,
                              llvm::ScalarEvolution &SE, Reason &Why);

/// The same where it must not change within the nest.
const llvm::SCEV *bodyCount(const llvm::Loop &L, AffineAccess &Access,
                            llvm::ScalarEvolution &SE, Reason &Why);

/// Where the program ends or unwinds when it gets to \p BB, or null.
const llvm::BasicBlock *findDeadEnd(const llvm::BasicBlock *BB);

/// Why \p L has more than one way out: a check that ends the program or throws,
/// a branch that leads nowhere, or else \p Otherwise.
Reason whyManyExits(const llvm::Loop &L, Reason Otherwise);

/// Whether \p L leaves from its header, before the body (not rotated).
bool exitsFromHeader(const llvm::Loop &L);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_TRIPCOUNT_H
