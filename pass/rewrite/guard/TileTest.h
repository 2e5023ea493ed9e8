//===- TileTest.h - Are the tiles of a nest what they seem? -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits the loop that counts the points of each tile of a Tiling: one
/// evaluation of the source's own bound per tile, which is exact whatever
/// minima, maxima and index types that bound is made of.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_TILETEST_H
#define GEMMIFY_PASS_REWRITE_GUARD_TILETEST_H

#include "pass/recognize/GemmNest.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

class TileTest {
public:
  /// Creates the blocks of the test, which goes on to \p IfTrue or \p IfFalse,
  /// in the loop \p Around (or null). Appends the edges that the dominator tree
  /// has to learn to \p Updates.
  TileTest(const Tiling &Check, llvm::BasicBlock *IfTrue,
           llvm::BasicBlock *IfFalse, llvm::Loop *Around, const NestAnalyses &A,
           llvm::SmallVectorImpl<llvm::DominatorTree::UpdateType> &Updates);

  /// Where the test begins.
  llvm::BasicBlock *entry() const { return Entry; }

  /// Emits the conditions, once the dominator tree knows the blocks.
  void emit(llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

private:
  const Tiling &Check;
  llvm::BasicBlock *Entry;  ///< Its preheader.
  llvm::BasicBlock *Header; ///< Counts the points of one tile.
  llvm::BasicBlock *Latch;  ///< On to the next.
  llvm::PHINode *Tile;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_TILETEST_H
