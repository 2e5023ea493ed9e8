//===- MovingBounds.h - Loops from a maximum to a minimum ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Padding may be left out by the bounds of a loop,
///
///     for (ky = max(0, pad - oy); ky < min(kh, h + pad - oy); ++ky)
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_MOVINGBOUNDS_H
#define GEMMIFY_PASS_REWRITE_PADDING_MOVINGBOUNDS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

/// A loop whose Counter goes by one from Start, the maximum of Base and
/// AtLeast, to before End, the minimum of Limit and Below, where Counter may be
/// as large as Below if IncludesLast. It has to be guarded by Start < End. All
/// are signed; Base and Limit are i64 and do not change in the nest.
struct MovingBounds {
  llvm::PHINode *Counter = nullptr;
  /// Counts what is left, for the loop's end alone; or null.
  llvm::PHINode *Left = nullptr;
  bool IncludesLast = false;
  const llvm::SCEV *Start = nullptr, *End = nullptr;
  /// What the loop compares with, which may be the last number that it runs
  /// with. Its guard does so, too.
  const llvm::SCEV *Seen = nullptr;
  bool SeesLast = false;
  const llvm::SCEV *Base = nullptr, *Limit = nullptr;
  llvm::SmallVector<const llvm::SCEV *, 1> AtLeast, Below;
};

/// The bounds of \p L in the nest of \p Root, or none where they are not of
/// that kind.
std::optional<MovingBounds> splitBounds(llvm::Loop &L, const llvm::Loop &Root,
                                        llvm::ScalarEvolution &SE);

/// Whether \p Cmp, if it is as \p Expected, says that the loop with bounds \p
/// Of is entered: that Start is below End.
bool asksIfEntered(const llvm::ICmpInst &Cmp, bool Expected,
                   const MovingBounds &Of, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_MOVINGBOUNDS_H
