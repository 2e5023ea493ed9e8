//===- RemainderLoop.h - What an unrolled loop leaves -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that is unrolled by n leaves up to n - 1 iterations to a second loop
/// after it, which goes on adding to the same sums:
///
///     for (k = 0; k + 3 < K; k += 4) { s += ...; s += ...; s += ...; s += ...;
///     } for (; k < K; k++) s += ...;
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_UNROLL_REMAINDERLOOP_H
#define GEMMIFY_PASS_RECOGNIZE_UNROLL_REMAINDERLOOP_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/loops/LoopGroups.h"
#include "pass/recognize/loops/NestShape.h"
#include <memory>

namespace gemmify {

/// The second loop.
struct RemainderLoop {
  llvm::Loop *L = nullptr;
  /// Its sums, in the order of those that they go on from.
  llvm::SmallVector<SumChain, 4> Sums;
  /// Not null when the loop is passed by where nothing is left.
  const OptionalLoop *Optional = nullptr;
};

/// Finds the loop that goes on with \p Sums of \p L, all of them, and enters in
/// these what they are after it. Partial sums of both loops become one. Empty,
/// with \p Sums as they were, when there is none.
std::optional<RemainderLoop>
findRemainder(const llvm::Loop &L, llvm::SmallVectorImpl<SumChain> &Sums,
              const NestShape &Shape, llvm::ScalarEvolution &SE);

/// Whether the sums of \p L go on from those of another loop: then \p L is such
/// a second loop, and part of a larger nest or of none.
bool isRemainder(const llvm::Loop &L, llvm::ArrayRef<SumChain> Sums,
                 const llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

/// Addresses in a rest, by the same indices as in the loop before it.
std::unique_ptr<AffineAccess> accessOfRest(const RemainderLoop &Rest,
                                           llvm::ArrayRef<llvm::Loop *> Chain,
                                           const LoopGroups &Groups,
                                           const NestShape &Shape,
                                           llvm::ScalarEvolution &SE);

/// How often the body of \p Rest runs, i64, zero where it is passed by. Null
/// with a reason in \p Why when that is unknown. What has to be tested for
/// it goes to \p Conditions.
const llvm::SCEV *countRemainder(const RemainderLoop &Rest,
                                 AffineAccess &Access,
                                 llvm::ScalarEvolution &SE,
                                 llvm::SmallVectorImpl<Condition> &Conditions,
                                 Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_UNROLL_REMAINDERLOOP_H
