//===- RunTable.h - The runs of an index in a block -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where C's axes do not fold, a tile of it consists of parts, each in one run
/// of rows and one of columns. Finding them takes divisions, and a block has
/// the same ones in each column of tiles: they are found once, and kept.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_RUNTABLE_H
#define GEMMIFY_PASS_KERNEL_EMIT_RUNTABLE_H

#include "CarryTable.h"

namespace gemmify {

/// While it lives, forEachRun() and isInOneRun() look up what they say of one
/// reference, for indices in one tile from its first one on. There is nothing
/// to be found of one that is not carried.
class RunTable {
public:
  /// An entry per index: how many follow in the same run and tile, and what is
  /// carried there, both i64. Only those at which such a part begins are set.
  static constexpr uint64_t EntryBytes = 16;

  /// Of \p R along \p D in \p Block, which is cut into tiles of \p Width.
  /// \p Entries has room for all of it.
  RunTable(KernelContext &Ctx, const AffineRef &R, LoopDim D, IndexRange Block,
           unsigned Width, llvm::Value *Entries);
  ~RunTable() { Ctx.Slices.addresses().forgetRuns(Before); }
  RunTable(const RunTable &) = delete;
  RunTable &operator=(const RunTable &) = delete;

  /// The number of indices and the offset of the part that begins at \p First.
  static std::pair<llvm::Value *, llvm::Value *>
  read(KernelContext &Ctx, const AddressEmitter::Runs &Of, llvm::Value *First);

private:
  KernelContext &Ctx;
  const size_t Before; ///< Those that others have found.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_RUNTABLE_H
