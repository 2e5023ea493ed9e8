//===- BlockLoops.h - The tiles of one packed block -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The inner loops of algorithm 1 (GotoLoops.h), around tiles: for a block of
/// the right operand that is packed and a block of rows of the left one, which
/// is packed here. And what the loops around these have in common.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_BLOCKLOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_BLOCKLOOPS_H

#include "pass/kernel/emit/CarryTable.h"
#include "pass/kernel/tile/Tile.h"

namespace gemmify {

/// Workspace of the loops.
struct BlockRoom {
  llvm::Value *Left, *Right; ///< The packed blocks.
  /// Their sizes for one product of a step, i64.
  llvm::Value *LeftBytes, *RightBytes;
  llvm::Value *Rest = nullptr;      ///< See TileJob; null: sums rest in C.
  llvm::Value *GroupRows = nullptr; ///< How many rows Rest has, i64.
  llvm::Value *Column = nullptr;    ///< See PackedBlock.
  llvm::Value *RowRuns = nullptr;   ///< For RunTable; null: C folds.
  bool RightInPlace = false;        ///< See PackingLayout.
  llvm::Value *PacksLeft = nullptr; ///< i1; null: each block is packed.
};

class BlockLoops {
public:
  using Range = IndexRange;

  /// Emits what runs once per kernel. \p Room is read again by each emit().
  BlockLoops(KernelContext &Ctx, const BlockRoom &Room);

  /// Packs the left operand's block and emits its tiles. The first column is
  /// that of the packed right block, the first row of \p Group that of
  /// BlockRoom::Rest.
  void emit(Range Rows, Range Cols, Range Ks, Range Group);

private:
  void emitBlockInRuns(Range Rows, Range Cols, Range Ks, Range Group);
  void emitRegionBlock(Range Rows, Range Cols, Range Ks, Range Group);
  void emitRegionColumn(Range Rows, Range Cols, Range Ks, Range Group,
                        llvm::Value *Col);
  llvm::Value *emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                       llvm::Value *ColOffset);
  llvm::Value *emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                       llvm::Value *ColOffset, llvm::Value *RowOffset,
                       llvm::Value *Count);
  TileJob tileAt(Range Rows, Range Cols, Range Ks, Range Group,
                 llvm::Value *RowOffset, llvm::Value *ColOffset);

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  const unsigned MR, NR;
  const BlockRoom &Room;
  llvm::Value *const ColRuns; ///< For RunTable.
  TileEmitter Tile;
};

/// Emits \p Body for the blocks of \p All, which is not empty, of at most \p
/// Block (i64).
void forBlocks(KernelContext &Ctx, const llvm::Twine &Name, IndexRange All,
               llvm::Value *Block, llvm::function_ref<void(IndexRange)> Body);

/// Those rows of \p All that have an element in \p Cols, which is not empty.
IndexRange rowsInRegion(KernelContext &Ctx, IndexRange All, IndexRange Cols);

/// Emits \p Body for the product of each step of a batch, where there is one.
void forEachProduct(KernelContext &Ctx, llvm::function_ref<void()> Body);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_BLOCKLOOPS_H
