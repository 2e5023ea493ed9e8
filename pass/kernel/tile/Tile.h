//===- Tile.h - The micro-kernel and its tile of C --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One tile of C, mr×nr: start values in, one accumulating site over k, result
/// out. A tile that is full and whose columns are contiguous in C is loaded and
/// stored there directly. All others go through a buffer, from and to which
/// only elements of C are copied, so a kernel has a single micro-kernel.
///
/// When k is cut into blocks, the sums of a tile are kept between two of them
/// in C itself where that is not observable, otherwise in workspace.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_TILE_H
#define GEMMIFY_PASS_KERNEL_TILE_TILE_H

#include "DirectTiles.h"
#include "PackedEdge.h"
#include "StepKernel.h"
#include "TileCopy.h"
#include "UnpackedEdge.h"
#include "pass/kernel/loops/MicroTileLoop.h"
#include <optional>

namespace gemmify {

/// What tiles read.
enum class TileSource {
  Packed,   ///< Slivers that are packed.
  LeftOnly, ///< Packed ones of the left operand; the right one in place.
  InPlace,  ///< Any.
};

/// A tile to compute. Values are i64 unless said otherwise.
struct TileJob {
  llvm::Value *Row, *Col;   ///< First row and column in C.
  llvm::Value *Rows, *Cols; ///< Valid ones, 1 to mr and 1 to nr, or as
                            ///< DirectTiles::mayBeSlender() says.
  llvm::Value *Depth;       ///< Number of steps of k, at least 1.
  /// How many of the rows another tile computes, less than a vector; null:
  /// none. See shiftBack().
  llvm::Value *Keep = nullptr;
  llvm::Value *IsFirst;        ///< i1: no block of k came before.
  llvm::Value *IsLast;         ///< i1: no block of k follows.
  llvm::Value *Rest = nullptr; ///< Where sums are kept between blocks if not in
                               ///< C: mr·nr.
  /// i1: all of its elements exist; null: they do in any tile.
  llvm::Value *IsWhole = nullptr;
  /// The number of tiles, as UnpackedEdge says; null: one. More only where
  /// tiles are slender.
  llvm::Value *Count = nullptr;
  TileOperand Left, Right;
};

/// The operand of a tile that reads \p S, a plain matrix, in place, from line
/// \p First along \p Dim and from \p K on.
TileOperand operandAt(KernelContext &Ctx, const Slice &S, LoopDim Dim,
                      llvm::Value *First, llvm::Value *K);

class TileEmitter {
public:
  /// Emits code that runs once per kernel: buffers in the entry block, their
  /// initial contents at the current position.
  TileEmitter(KernelContext &Ctx, TileSource Source);

  /// Emits the code of one tile.
  void emit(const TileJob &Job);

  /// i1: whether tiles of \p Depth steps of k are faster cut where a run of
  /// rows ends, as all parts are whole vectors. False where C has no such runs.
  llvm::Value *mayCut(llvm::Value *Depth) const;

  /// The same as emit() where axes of C do not fold and RunTable knows its
  /// runs. \p MayCut is what mayCut() says.
  void emitInRuns(const TileJob &Job, llvm::Value *MayCut);

  /// Asks for \p Block of C, a later tile, if C is worth it.
  void fetch(const TileBlock &Block);

  /// i1: whether emitRun() may be used, for tiles that have all of their rows.
  llvm::Value *mayRun() const;

  /// Emits \p Count whole tiles, the first of them \p Job, the others below it
  /// if \p GoesDown (i1), with left operands \p Down bytes apart, and otherwise
  /// beside it, with right operands \p Beside bytes apart. Only where mayRun()
  /// holds.
  void emitRun(const TileJob &Job, llvm::Value *Count, llvm::Value *GoesDown,
               llvm::Value *Down, llvm::Value *Beside);

  /// Makes the rows of \p Job, which are the last ones, whole vectors if \p May
  /// (i1): the tile begins further up, and leaves the additional rows
  /// unchanged. Then nothing beyond the edge is touched, and nothing has to be
  /// copied.
  void shiftBack(TileJob &Job, llvm::Value *May);

  const DirectTiles &inC() const { return InC; }

private:
  using Place = TilePlace;

  void prepareBuffer();
  llvm::Value *hasShape(const TileJob &Job);
  llvm::Value *isDirect(const TileJob &Job);
  Place choose(llvm::Value *Cond, Place X, Place Y);
  Place source(const TileJob &Job, llvm::Value *Direct);
  Place destination(const TileJob &Job, llvm::Value *Direct);
  void compute(const TileJob &Job, Place From, Place To);
  void computeAsRun(const TileJob &Job, Place From, Place To);
  void computePacked(const TileJob &Job, Place From, Place To);
  void computeParts(const TileJob &Job);
  llvm::Value *isRunOfOne(const TileJob &Job);
  void copy(const TileJob &Job, TileCopy What);

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  const GemmNest &Nest;
  const unsigned MR, NR;
  const TileSource Source;
  const bool HasEdgeTiles; ///< Tiles need not be filled up to mr×nr.
  const DirectTiles InC;
  std::optional<UnpackedEdge> Edge; ///< Created for the first tile that needs
                                    ///< it.
  std::optional<PackedEdge> Part;   ///< The same, for packed slivers.
  std::optional<StepKernel> Steps;  ///< The same, for several products.
  std::optional<MicroTileLoop> Run; ///< Created for the first run.
  llvm::Value *Buffer = nullptr;    ///< Null when all tiles are direct.
  llvm::Value *Starts = nullptr;    ///< See emitStarts().
  llvm::Value *Fetches = nullptr;   ///< i1: C is worth prefetching.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_TILE_H
